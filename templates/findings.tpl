{{%AUTOESCAPE context="HTML"}}
<ul class="findings">
{{#FINDING}}
<li>
<p class="level"><svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">{{#SQUARE}}<path d="M.5.5h9v9h-9z"/>{{/SQUARE}}{{#TRIANGLE}}<path d="M5 0l5 9.5H0z"/>{{/TRIANGLE}}{{#DOT}}<circle cx="5" cy="5" r="4"/>{{/DOT}}{{#RING}}<circle class="ring" cx="5" cy="5" r="3.5"/>{{/RING}}</svg> {{LEVEL}}</p>
<div>
<p>{{SENTENCE}}</p>
{{#ADVICE}}<p class="advice">{{#PART}}{{TEXT}}{{#LINK}}<a href="{{URL}}" rel="noopener">{{URL}}</a>{{/LINK}}{{/PART}}</p>{{/ADVICE}}
</div>
{{#SEE}}<p class="see"><a href="{{URL}}">{{NAME}}</a></p>{{/SEE}}
</li>
{{/FINDING}}
</ul>
