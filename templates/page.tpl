{{%AUTOESCAPE context="HTML"}}
<!doctype html>
<html lang="en" class="{{SCHEME}}">
<head>
<meta charset="utf-8">
{{#WITHOUT_SCRIPT}}<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'">{{/WITHOUT_SCRIPT}}{{#WITH_SCRIPT}}<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'">{{/WITH_SCRIPT}}
<meta name="viewport" content="width=device-width, initial-scale=1">
{{#PROGRAM}}<meta name="generator" content="{{PROGRAM}}">{{/PROGRAM}}
<title>{{PAGE_TITLE}}</title>
<link rel="stylesheet" href="assets/report.css">
{{#WITH_SCRIPT}}<script src="assets/report.js" defer></script>{{/WITH_SCRIPT}}
</head>
<body>
<a class="skip" href="#page_content">Skip to the content</a>
<header class="masthead">
{{#LOGO}}<img class="logo" src="assets/logo.png" alt="{{ALT}}" width="{{WIDTH}}" height="{{HEIGHT}}">{{/LOGO}}
<div class="title">
{{#IS_INDEX}}<h1>{{TITLE}}</h1>{{/IS_INDEX}}
{{#IS_OTHER}}<p class="name"><a href="index.html">{{TITLE}}</a></p>{{/IS_OTHER}}
{{#SUBTITLE}}<p>{{SUBTITLE}}</p>{{/SUBTITLE}}
</div>
{{#PERIOD}}<p class="period">{{PERIOD}}</p>{{/PERIOD}}
</header>
<nav class="pages" aria-label="Pages">
<ul>
{{#PAGE_LINK}}<li><a href="{{URL}}"{{#CURRENT}} aria-current="page"{{/CURRENT}}>{{NAME}}</a></li>
{{/PAGE_LINK}}
{{#PDF}}<li class="paper"><a href="{{PDF}}">PDF</a></li>{{/PDF}}
</ul>
</nav>
<div class="columns">
{{#SIDE}}
<nav class="side" aria-label="On this page">
<p>On this page</p>
<ul>
{{#GROUP}}
<li>{{#SECTION_LINK}}<a href="{{URL}}">{{NAME}}</a>{{/SECTION_LINK}}{{#ENTRIES}}
<ul>
{{#ENTRY}}<li><a href="{{URL}}">{{NAME}}</a></li>
{{/ENTRY}}
</ul>
{{/ENTRIES}}</li>
{{/GROUP}}
</ul>
</nav>
<details class="side">
<summary>On this page</summary>
<ul>
{{#GROUP}}
<li>{{#SECTION_LINK}}<a href="{{URL}}">{{NAME}}</a>{{/SECTION_LINK}}{{#ENTRIES}}
<ul>
{{#ENTRY}}<li><a href="{{URL}}">{{NAME}}</a></li>
{{/ENTRY}}
</ul>
{{/ENTRIES}}</li>
{{/GROUP}}
</ul>
</details>
{{/SIDE}}
<main id="page_content">
{{#IS_OTHER}}<h1>{{PAGE}}</h1>{{/IS_OTHER}}
{{#SECTION}}
<section id="{{ID}}" aria-labelledby="{{ID}}_heading">
<h2 id="{{ID}}_heading"{{#UNSEEN}} class="unseen"{{/UNSEEN}}>{{HEADING}}</h2>
{{>BLOCK}}
</section>
{{/SECTION}}
</main>
</div>
<footer>
<p class="data">Data: {{#DATA_LINK}}<a href="{{URL}}">{{NAME}}</a>{{#DATA_LINK_separator}}, {{/DATA_LINK_separator}}{{/DATA_LINK}}</p>
<p>Generated{{#MADE}} <time datetime="{{ISO}}">{{MOMENT}}</time>{{/MADE}}{{#PROGRAM}} by {{PROGRAM}}{{/PROGRAM}}</p>
</footer>
</body>
</html>
