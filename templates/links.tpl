{{%AUTOESCAPE context="HTML"}}
<ul class="links">
{{#LINK_ROW}}<li>{{#LABEL}}<span>{{LABEL}}</span> {{/LABEL}}{{#WEB_LINK}}{{#PAGE}}<a href="{{URL}}" rel="noopener">{{/PAGE}}{{#MAIL}}<a href="mailto:{{ADDRESS}}">{{/MAIL}}{{TEXT}}</a>{{#WEB_LINK_separator}} · {{/WEB_LINK_separator}}{{/WEB_LINK}}{{#MORE}} · {{COUNT}} more{{/MORE}}</li>
{{/LINK_ROW}}
</ul>
