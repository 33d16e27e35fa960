"""The look of a report: one column, quiet colours with enough contrast in light and dark, no webfonts."""

from __future__ import annotations

STYLE = """
:root{--bg:#fcfcfa;--fg:#1c2226;--soft:#59636b;--line:#d9dddf;--card:#fff;--accent:#0a6b66;--accent-fg:#fff;--mark:#ffe9a8;--warm:#a8480f}
@media (prefers-color-scheme:dark){:root{--bg:#13171a;--fg:#e7ebed;--soft:#a3afb7;--line:#323a40;--card:#1a2024;--accent:#5ccfc4;--accent-fg:#08201e;--mark:#5f4d10;--warm:#f0a06a}}
*{box-sizing:border-box}
html{font:16px/1.55 system-ui,-apple-system,"Segoe UI","Noto Sans",Roboto,sans-serif;color:var(--fg);background:var(--bg);-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem 4rem}
header{border-bottom:3px solid var(--accent);margin-bottom:1.25rem;padding-bottom:.75rem}
h1{font-size:clamp(1.6rem,1.2rem + 2vw,2.3rem);line-height:1.15;margin:0 0 .4rem;letter-spacing:-.01em}
.lead{color:var(--soft);font-size:1.08rem;margin:0;max-width:44rem}
h2{font-size:1.3rem;line-height:1.25;margin:2.6rem 0 .6rem;padding-top:.2rem}
p{max-width:44rem;margin:.5rem 0 .9rem}
a{color:var(--accent)}
nav ol{columns:2;column-gap:2rem;padding-left:1.4rem;margin:0;font-size:.95rem}
nav li{break-inside:avoid;margin:.1rem 0}
pre{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--accent);border-radius:4px;margin:.6rem 0 1rem;padding:.55rem .8rem;white-space:pre;overflow-x:auto;font-size:.87rem}
code{font-family:ui-monospace,"SF Mono","Cascadia Mono","DejaVu Sans Mono",monospace}
.table{overflow-x:auto;margin:1rem 0 1.4rem;background:var(--card);border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse;width:100%;font-size:.93rem}
caption{text-align:left;font-weight:600;padding:.65rem .8rem .5rem}
th,td{text-align:left;vertical-align:top;padding:.38rem .8rem;font-weight:400;overflow-wrap:break-word}
thead th{color:var(--soft);font-size:.82rem;border-bottom:1px solid var(--line);white-space:nowrap}
tbody tr:not(.origin) > *{border-top:1px solid var(--line)}
tbody tr:first-child > *{border-top:0}
tbody th{font-weight:600}
.n{text-align:right;font-variant-numeric:tabular-nums}
.value{font-variant-numeric:tabular-nums}
.value b{font-weight:600;color:var(--accent)}
.origin td{padding-top:0}
.signature{display:block;color:var(--soft);font-size:.74rem;font-weight:400;line-height:1.4;overflow-wrap:anywhere}
td .w,th .w{white-space:nowrap}
mark{background:var(--mark);color:inherit;border-radius:3px;padding:0 .1em}
.drawings{display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0 1.4rem}
figure{flex:1 1 20rem;margin:0;min-width:0;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.8rem}
figure svg{display:block;width:100%;max-width:27rem;height:auto;margin:0 auto}
figcaption{color:var(--soft);font-size:.85rem;margin-top:.5rem;overflow-wrap:anywhere}
figure .paper{background:#fff;border-radius:4px}
figure>svg text{font:13px system-ui,-apple-system,"Segoe UI","Noto Sans",Roboto,sans-serif;fill:var(--fg)}
figure>svg .soft{fill:var(--soft)}
figure>svg .bar{fill:var(--accent)}
figure>svg .cell{fill:var(--accent)}
figure>svg .rule{stroke:var(--line);stroke-width:1;fill:none}
figure>svg .whisker{stroke:var(--fg);stroke-width:1.5;fill:none}
figure>svg .series{stroke:var(--accent);stroke-width:2.5;fill:none}
figure>svg .dot{fill:var(--accent)}
figure>svg .end{text-anchor:end}figure>svg .mid{text-anchor:middle}
footer{border-top:1px solid var(--line);color:var(--soft);font-size:.85rem;margin-top:3rem;padding-top:.6rem}
@media (max-width:560px){body{padding:1.1rem .8rem 3rem}nav ol{columns:1}th,td{padding:.35rem .5rem}caption{padding:.6rem .5rem .4rem}figure{padding:.6rem .4rem}}
@media print{.table,figure,pre{break-inside:avoid}nav{display:none}}
"""
