{{%AUTOESCAPE context="HTML"}}
<p>{{TEXT}}</p>
