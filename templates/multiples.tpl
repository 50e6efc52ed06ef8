{{%AUTOESCAPE context="HTML"}}
<ul class="multiples">
{{#SMALL}}
<li>
<p class="title">{{#URL}}<a href="{{URL}}">{{/URL}}{{TITLE}}{{#URL}}</a>{{/URL}}</p>
{{#BRIEF}}<p class="brief">{{BRIEF}}</p>{{/BRIEF}}
{{#MESSAGE}}<p class="message">{{MESSAGE}}</p>{{/MESSAGE}}
{{#PLOT}}
<svg viewBox="{{BOX}}" role="img" aria-label="{{ALT}}">
{{#Y_TICK}}<path class="line grid" d="{{PATH}}"/><text class="left" x="{{X_PLACE}}" y="{{Y_PLACE}}">{{TEXT}}</text>
{{/Y_TICK}}
{{#MARK}}<path class="{{STYLE}}" d="{{PATH}}"/>
{{/MARK}}
{{#X_TICK}}<path class="line axis" d="{{PATH}}"/>
{{/X_TICK}}
{{#X_LABEL}}<text class="below" x="{{X_PLACE}}" y="{{Y_PLACE}}">{{TEXT}}</text>
{{/X_LABEL}}
{{#LAST_VALUE}}<text class="last" x="{{X_PLACE}}" y="{{Y_PLACE}}">{{TEXT}}</text>{{/LAST_VALUE}}
</svg>
{{/PLOT}}
{{>PICTURE}}
</li>
{{/SMALL}}
</ul>
