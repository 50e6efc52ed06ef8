{{%AUTOESCAPE context="HTML"}}
<ul class="multiples">
{{#SMALL}}
<li>
<p class="title">{{TITLE}}</p>
{{#BRIEF}}<p class="brief">{{BRIEF}}</p>{{/BRIEF}}
{{>PICTURE}}
</li>
{{/SMALL}}
</ul>
