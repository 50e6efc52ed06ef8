{{%AUTOESCAPE context="HTML"}}
<h3{{#ID}} id="{{ID}}"{{/ID}}>{{TEXT}}</h3>
