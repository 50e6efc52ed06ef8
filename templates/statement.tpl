{{%AUTOESCAPE context="HTML"}}
<p class="statement">{{TEXT}}</p>
