{{%AUTOESCAPE context="HTML"}}
<dl class="key">
{{#KEY_FIGURE}}<div><dt>{{LABEL}}</dt><dd>{{VALUE}}</dd></div>
{{/KEY_FIGURE}}
</dl>
