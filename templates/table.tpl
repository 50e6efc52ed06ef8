{{%AUTOESCAPE context="HTML"}}
<div class="table{{#LONG}} long{{/LONG}}{{#FILTER}} with-filter{{/FILTER}}"{{#ANCHOR}} id="{{ID}}"{{/ANCHOR}} role="group" aria-label="{{NAME}}"{{#FILTER}}{{#ALL}} data-all="{{COUNT}}"{{#FILE}} data-file="{{NAME}}"{{/FILE}}{{/ALL}}{{/FILTER}} tabindex="0">
<table>
{{#CAPTION}}<caption>{{CAPTION}}</caption>{{/CAPTION}}
<thead>
<tr>{{#HEAD}}<th scope="col"{{#NUMBER}} class="number"{{/NUMBER}}>{{TEXT}}</th>{{/HEAD}}</tr>
</thead>
<tbody>
{{#ROW}}<tr{{#TOTAL}} class="total"{{/TOTAL}}>{{#ROW_HEAD}}<th scope="row"{{#NUMBER}} class="number"{{/NUMBER}}{{#WORDS}} class="words"{{/WORDS}}>{{#FILE}}<a href="{{URL}}">{{/FILE}}{{TEXT}}{{#FILE}}</a>{{/FILE}}</th>{{/ROW_HEAD}}{{#CELL}}<td{{#NUMBER}} class="number"{{/NUMBER}}{{#WORDS}} class="words"{{/WORDS}}>{{TEXT}}</td>{{/CELL}}</tr>
{{/ROW}}
</tbody>
</table>
</div>
{{#NOTE}}<p class="note">{{#LEFT_OUT}}{{COUNT}} · {{/LEFT_OUT}}{{#REST}}<a href="{{URL}}">{{NAME}}</a> · {{/REST}}{{#SOURCE}}<a href="{{URL}}">{{NAME}}</a>{{/SOURCE}}{{#ALL_ATTEMPTS}} · all attempts: <a href="{{URL}}">{{NAME}}</a>{{/ALL_ATTEMPTS}}</p>{{/NOTE}}
