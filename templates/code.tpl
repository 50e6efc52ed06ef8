{{%AUTOESCAPE context="HTML"}}
<figure class="code">
<figcaption>{{CAPTION}}: <a href="{{URL}}">{{NAME}}</a></figcaption>
<pre tabindex="0">{{#LINE}}{{TEXT}}
{{/LINE}}</pre>
</figure>
