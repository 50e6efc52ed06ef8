{{%AUTOESCAPE context="HTML"}}
<figure{{#ID}} id="{{ID}}"{{/ID}}>
{{>PICTURE}}
<figcaption>
{{#CAPTION}}<p class="unseen">{{CAPTION}}</p>{{/CAPTION}}
<ul class="files">
{{#FILE}}<li><a href="{{URL}}">{{NAME}}</a></li>
{{/FILE}}
</ul>
</figcaption>
</figure>
