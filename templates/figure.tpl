{{%AUTOESCAPE context="HTML"}}
<figure{{#ID}} id="{{ID}}"{{/ID}}>
<p class="narrow title" aria-hidden="true">{{TITLE}}</p>
{{#SUBTITLE}}<p class="narrow subtitle" aria-hidden="true">{{SUBTITLE}}</p>{{/SUBTITLE}}
{{>PICTURE}}
<figcaption>
{{#CAPTION}}<p class="unseen caption">{{CAPTION}}</p>{{/CAPTION}}
<ul class="files">
{{#FILE}}<li><a href="{{URL}}">{{NAME}}</a></li>
{{/FILE}}
</ul>
</figcaption>
</figure>
