{{%AUTOESCAPE context="HTML"}}
<dl class="facts">
{{#FACT}}<div><dt>{{KEY}}</dt><dd>{{VALUE}}</dd></div>
{{/FACT}}
</dl>
