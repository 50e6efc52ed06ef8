{{%AUTOESCAPE context="HTML"}}
<!doctype html>
<html lang="en" class="light-or-dark listing">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
{{#PROGRAM}}<meta name="generator" content="{{PROGRAM}}">{{/PROGRAM}}
<title>Job reports</title>
<link rel="stylesheet" href="report.css">
<link rel="alternate" type="application/json" href="index.json">
</head>
<body>
<a class="skip" href="#page_content">Skip to the reports</a>
<header class="masthead">
<div class="title">
<h1>Job reports</h1>
<p>{{SUBTITLE}}</p>
</div>
{{#PERIOD}}<p class="period">{{PERIOD}}</p>{{/PERIOD}}
</header>
{{#MONTHS}}
<nav class="months" aria-label="Months">
<ul>
{{#MONTH_LINK}}<li><a href="{{URL}}">{{NAME}}</a> <span>{{COUNT}}</span></li>
{{/MONTH_LINK}}
</ul>
</nav>
{{/MONTHS}}
<main id="page_content">
{{#EMPTY}}<p class="message">No reports stand here.</p>{{/EMPTY}}
<table class="reports">
<thead>
<tr><th scope="col">Report, newest first</th>{{#WITH_USERS}}<th scope="col">User</th>{{/WITH_USERS}}<th scope="col">Start</th><th scope="col" class="number">Elapsed</th>{{#WITH_NODES}}<th scope="col" class="number">Nodes</th>{{/WITH_NODES}}{{#WITH_TASKS}}<th scope="col" class="number">Tasks</th>{{/WITH_TASKS}}</tr>
</thead>
{{#MONTH}}
<tbody>
{{#HEADING}}<tr class="month" id="{{ID}}"><th scope="rowgroup" colspan="6">{{NAME}} <span>{{COUNT}}</span></th></tr>{{/HEADING}}
{{#REPORT}}
<tr class="report">
<th scope="row"><div>
{{#IMAGE}}<a class="thumbnail" href="{{LINK}}" tabindex="-1"><picture>{{#DARK_URL}}<source srcset="{{DARK_URL}}" media="screen and (prefers-color-scheme: dark)">{{/DARK_URL}}<img src="{{URL}}" alt="{{ALT}}" loading="lazy"></picture>{{#DARK_URL}}<img class="on-paper" src="{{URL}}" alt="{{ALT}}" loading="lazy">{{/DARK_URL}}</a>{{/IMAGE}}
{{#NO_IMAGE}}<span class="thumbnail"></span>{{/NO_IMAGE}}
<div>
<p class="name"><a href="{{LINK}}">{{TITLE}}</a>{{#DETAIL}} <span>{{DETAIL}}</span>{{/DETAIL}}</p>
{{#KEY_FIGURES}}<ul class="amounts">{{#KEY_FIGURE}}<li><b>{{VALUE}}</b> {{LABEL}}</li>{{/KEY_FIGURE}}</ul>{{/KEY_FIGURES}}
<ul class="links">{{#PAGE_LINK}}<li><a href="{{URL}}">{{NAME}}</a></li>{{/PAGE_LINK}}</ul>
</div>
</div></th>
{{#WITH_USERS}}<td class="user" data-name="User">{{#USER}}<span>{{USER}}</span>{{/USER}}{{#CLUSTER}} <span class="second">{{CLUSTER}}</span>{{/CLUSTER}}</td>{{/WITH_USERS}}
<td data-name="Start">{{#START}}<time datetime="{{ISO}}">{{DAY}} <span class="second">{{CLOCK}}</span></time>{{/START}}</td>
<td class="number" data-name="Elapsed">{{#ELAPSED}}{{ELAPSED}}{{/ELAPSED}}</td>
{{#WITH_NODES}}<td class="number" data-name="Nodes">{{#NODES}}{{NODES}}{{/NODES}}</td>{{/WITH_NODES}}
{{#WITH_TASKS}}<td class="number" data-name="Tasks">{{#TASKS}}{{TASKS}}{{/TASKS}}</td>{{/WITH_TASKS}}
</tr>
{{/REPORT}}
</tbody>
{{/MONTH}}
</table>
</main>
<footer>
<p>The same for programs: <a href="index.json">index.json</a></p>
{{#PROGRAM}}<p>Made by {{PROGRAM}}</p>{{/PROGRAM}}
</footer>
</body>
</html>
