{{%AUTOESCAPE context="HTML"}}
{{#IMAGE}}<a class="picture" href="{{URL}}"><picture>{{#DARK_URL}}<source srcset="{{DARK_URL}}" media="screen and (prefers-color-scheme: dark)">{{/DARK_URL}}<img src="{{URL}}" width="{{WIDTH}}" height="{{HEIGHT}}" alt="{{ALT}}"{{#LAZY}} loading="lazy"{{/LAZY}}></picture>{{#DARK_URL}}<img class="on-paper" src="{{URL}}" width="{{WIDTH}}" height="{{HEIGHT}}" alt="{{ALT}}" loading="lazy">{{/DARK_URL}}</a>{{/IMAGE}}
{{#NO_IMAGE}}<p class="message">{{ALT}}</p>{{/NO_IMAGE}}
