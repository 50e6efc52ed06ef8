{{%AUTOESCAPE context="HTML"}}
<dl class="definitions">
{{#FACT}}<dt>{{KEY}}</dt><dd>{{VALUE}}</dd>
{{/FACT}}
</dl>
