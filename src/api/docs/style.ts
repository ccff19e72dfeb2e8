export const style = `
:root{color-scheme:light dark;
--ground:light-dark(#fff,#0f1115);--raised:light-dark(#f6f7f9,#161a21);--line:light-dark(#e3e6eb,#2a303a);
--ink:light-dark(#14181f,#e8ebf0);--soft:light-dark(#566072,#9aa5b5);--accent:light-dark(#3b4cca,#9aa8ff);
--wash:light-dark(#eef0fd,#1d2340);--panel:light-dark(#12161f,#0a0c10);--panel-ink:#dbe2ee;--panel-soft:#8d9ab0;
--get:light-dark(#0b6b4f,#5fd3a8);--post:light-dark(#8a4a00,#ffbe6b);--bad:light-dark(#b3261e,#ff9d94);
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1.5rem;-webkit-text-size-adjust:100%}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
a{color:var(--accent);text-decoration:none;text-underline-offset:.2em}a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
code,pre,.path{font-family:var(--mono);font-size:.875em}
code{background:var(--raised);border:1px solid var(--line);border-radius:5px;padding:.08em .35em;overflow-wrap:anywhere}
h1,h2,h3,h4{line-height:1.25;letter-spacing:-.015em;text-wrap:balance;margin:0}
h1{font-size:clamp(1.9rem,4vw,2.6rem)}h2{font-size:1.5rem}h3{font-size:1.2rem}
h4{font-size:.78rem;letter-spacing:.06em;text-transform:uppercase;color:var(--soft);margin:1.75rem 0 .5rem}
p{margin:.6rem 0;max-width:68ch}
.frame{display:grid;grid-template-columns:18.5rem minmax(0,1fr);max-width:90rem;margin:0 auto}
.side{position:sticky;top:0;align-self:start;height:100vh;overflow:auto;padding:2rem 1rem 2rem 1.5rem;border-right:1px solid var(--line)}
.brand{display:flex;align-items:center;gap:.6rem;font-weight:700;font-size:1.1rem;color:var(--ink);margin-bottom:1.5rem}
svg{width:1.6rem;height:1.6rem;flex:none}
.side h4{margin:1.4rem 0 .35rem;padding-left:.6rem}
.side ul,.plain{list-style:none;margin:0;padding:0}
.side li a{display:flex;gap:.5rem;align-items:baseline;padding:.3rem .6rem;border-radius:7px;color:var(--soft);font-size:.9rem;overflow-wrap:anywhere}
.side li a:hover{background:var(--raised);color:var(--ink);text-decoration:none}
.side li a[aria-current]{background:var(--wash);color:var(--accent);font-weight:600}
.main{padding:3rem clamp(1.25rem,4vw,4rem) 6rem;min-width:0}
.lead{font-size:1.15rem;color:var(--soft)}
.endpoint{border-top:1px solid var(--line);margin-top:3.5rem;padding-top:3rem}
.split{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,27rem);gap:0 3rem;align-items:start}
.aside{position:sticky;top:1.5rem;display:grid;gap:1rem}
.address{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin:.75rem 0 1rem}
.path{font-size:.95rem;overflow-wrap:anywhere}
.method{font:700 .72rem/1 var(--mono);letter-spacing:.04em;padding:.35em .55em;border-radius:6px;border:1px solid currentColor}
.side .method{font-size:.68rem;border:0;padding:0;min-width:2.4rem}
.get{color:var(--get)}.post{color:var(--post)}
.fields{border:1px solid var(--line);border-radius:12px;overflow:hidden}
.field{padding:.8rem 1rem;border-top:1px solid var(--line)}.field:first-child{border-top:0}
.field>p,.field .about p{margin:.25rem 0 0;font-size:.94rem}
.name{font:600 .9rem var(--mono);overflow-wrap:anywhere}.kind{color:var(--soft);font-size:.82rem;margin-left:.5rem}
.must{color:var(--bad);font-size:.75rem;font-weight:600;margin-left:.5rem}
.rules{color:var(--soft);font-size:.82rem}.field .rules{margin-top:.3rem}.rules code{font-size:.95em}
details{margin-top:.6rem}summary{cursor:pointer;color:var(--accent);font-size:.85rem;font-weight:600}
details>.fields{margin-top:.5rem;background:var(--ground)}
.panel{background:var(--panel);color:var(--panel-ink);border:1px solid var(--line);border-radius:12px;overflow:hidden}
.panel header{padding:.55rem 1rem;font-size:.78rem;color:var(--panel-soft);border-bottom:1px solid #ffffff1a}
pre{margin:0;padding:1rem;overflow:auto;font-size:.8rem;line-height:1.55;tab-size:2}
pre code{background:none;border:0;padding:0;font-size:inherit;overflow-wrap:normal}
.answers{display:grid;gap:.5rem}
.answer{display:flex;gap:.75rem;align-items:baseline;font-size:.94rem}
.status{font:600 .85rem var(--mono);min-width:2.6rem}.ok{color:var(--get)}.err{color:var(--bad)}
.card{border:1px solid var(--line);border-radius:14px;padding:1.25rem 1.5rem;margin-top:1rem;background:var(--ground);overflow-wrap:anywhere}
.card:target{border-color:var(--accent);box-shadow:0 0 0 3px var(--wash)}
.card .status{font-size:.8rem;padding:.2em .5em;border-radius:6px;border:1px solid currentColor;margin-right:.6rem;vertical-align:.1em}
.card h3{font-size:1.05rem}.card h3 a{color:inherit}.card .about{color:var(--soft)}
.remedy{border-left:3px solid var(--accent);padding-left:.8rem;margin-top:.7rem}
.foot{margin-top:4rem;color:var(--soft);font-size:.88rem;display:flex;flex-wrap:wrap;gap:1.25rem}
.menu{display:none}
@media(max-width:75rem){.split{grid-template-columns:minmax(0,1fr)}.aside{position:static;margin-top:1.75rem}}
@media(max-width:52rem){.frame{display:block}.side{display:none}.main{padding-top:1.5rem}
.menu{display:block;position:sticky;top:0;z-index:1;background:var(--ground);border-bottom:1px solid var(--line);padding:.7rem 1.25rem;margin:0}
.menu summary{font-size:1rem;color:var(--ink);list-style:none;display:flex;align-items:center;gap:.6rem}
.menu summary::-webkit-details-marker{display:none}.menu summary::after{content:"Menu";margin-left:auto;color:var(--accent);font-size:.85rem}
.menu[open]{position:static}
.menu .side{display:block;position:static;height:auto;max-height:70vh;border:0;padding:.5rem 0 1rem}.menu .brand{margin:0}
html{scroll-padding-top:4.5rem}}
`.replaceAll('\n', '');
