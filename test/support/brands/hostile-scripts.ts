import { deflateSync } from 'node:zlib';
import type { HostileAnswer } from './hostile-pages.ts';

const words =
  '<h1>A line worth reading</h1><p><a href="/x" style="padding:12px 24px;background:#b3261e">Shop now</a></p>';
const script = (code: string, extra = ''): string =>
  `<!doctype html><title>Sane</title>${extra}${words}<script>${code}</script>`;

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

/** A PNG of 30,000 by 30,000 pixels in a few kilobytes. Its checksums are wrong, which decoders notice late. */
function pictureBomb(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(30_000, 0);
  header.writeUInt32BE(30_000, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const body = deflateSync(Buffer.alloc(4 * 1024 * 1024));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}

function endless(type: string, part: string): HostileAnswer {
  return (response) => {
    response.writeHead(200, { 'content-type': type });
    const send = (): void => {
      if (!response.destroyed) response.write(part.repeat(4_096), () => setTimeout(send, 5));
    };
    send();
  };
}

/** Pages whose scripts, styles or files attack the browser that paints them. */
export const hostilePages: Record<string, string> = {
  'with an endless loop': script('for (;;) {}'),
  'with an endless loop after loading': script('onload = () => { setTimeout(() => { for (;;) {} }, 50); };'),
  'with endless microtasks': script('const f = () => Promise.resolve().then(f); f();'),
  'with an endless animation': script('const f = () => { document.body.append("x"); requestAnimationFrame(f); }; f();'),
  'with 400,000 nodes': script(
    'for (let at = 0; at < 4e5; at += 1) document.body.append(document.createElement("p"));',
  ),
  'that fills the heap': script('const all = []; for (;;) all.push(new Array(1e6).fill(at => all));'),
  'that fills memory with buffers': script('const all = []; for (;;) all.push(new Uint8Array(64e6).fill(7));'),
  'that fills memory with canvases': script(
    'const all = []; for (let at = 0; at < 400; at += 1) { const c = document.createElement("canvas"); c.width = c.height = 8000; c.getContext("2d").fillRect(0, 0, 8000, 8000); all.push(c); }',
  ),
  'with a storm of workers': script(
    'const u = URL.createObjectURL(new Blob(["for(;;){}"])); for (let at = 0; at < 500; at += 1) new Worker(u);',
  ),
  'that opens windows': script('for (let at = 0; at < 200; at += 1) window.open("/x" + at);'),
  'with dialogs': script('for (let at = 0; at < 50; at += 1) { alert(1); confirm(2); prompt(3); print(); }'),
  'that asks before it closes': script('onbeforeunload = () => false; onunload = () => { for (;;) {} };'),
  'with 500 frames': script('', '<iframe src="/frame"></iframe>'.repeat(500)),
  'with frames in frames': script('', `<iframe srcdoc="${'&lt;iframe srcdoc=x>'.repeat(500)}"></iframe>`),
  'with a picture bomb': script('', '<img src="/bomb.png" width=300 height=300>'.repeat(20)),
  'with a picture without end': script('', '<img src="/endless.png">'),
  'with a stylesheet without end': script('', '<link rel=stylesheet href="/endless.css">'),
  'with a script without end': script('', '<script src="/endless.js"></script>'),
  'that reloads itself': script('location.reload();'),
  'that forwards in a circle': script('location.href = location.pathname + "?" + Math.random();'),
  'that refreshes itself': script('', '<meta http-equiv="refresh" content="0">'),
  'that downloads files': script(
    'for (let at = 0; at < 50; at += 1) { const a = document.createElement("a"); a.href = "/file.zip"; a.download = "x"; a.click(); } location.href = "/file.zip";',
  ),
  'that goes to a local file': script('location.href = "file:///etc/passwd";'),
  'that goes to a page of the browser': script('location.href = "chrome://version";'),
  'that goes to its own text': script('location.href = "data:text/html,<h1>Elsewhere</h1>";'),
  'with clobbered methods': script(
    '',
    '<form id=f><input name=tagName><input name=children><input name=getAttribute><input name=style><input name=textContent></form><img name=body><img name=documentElement><img name=querySelector><img name=location>',
  ),
  'with patched prototypes': script(
    'for (const own of [Element, Node, Document, HTMLElement]) for (const name of Object.getOwnPropertyNames(own.prototype)) try { Object.defineProperty(own.prototype, name, { get() { for (;;) {} } }); } catch {} JSON.stringify = Array.prototype.push = Array.prototype.map = () => { for (;;) {} }; Object.prototype.toJSON = () => "evil"; window.getComputedStyle = null;',
  ),
  'that allows nothing': script('', '<meta http-equiv="content-security-policy" content="default-src \'none\'">'),
  'with imports in a circle': script('', '<style>@import "/circle.css";</style>'),
  'with 10,000 stylesheets': script('', '<link rel=stylesheet href="/plain.css">'.repeat(10_000)),
  'with a broken font': script('', '<style>@font-face{font-family:x;src:url(/bomb.png)}h1{font-family:x}</style>'),
  'with deep shadow roots': script(
    'let at = document.body; for (let n = 0; n < 3000; n += 1) { const d = document.createElement("div"); at.append(d); at = d.attachShadow({ mode: "open" }); } at.append("deep");',
  ),
  'that writes itself again and again': script('setInterval(() => { document.write("<p>x</p>".repeat(1e4)); }, 1);'),
  'that stops at a breakpoint': script('debugger;'),
  'with a style of a million rules': script(
    'const s = document.createElement("style"); s.textContent = ".a b c d{color:red}".repeat(1e6); document.head.append(s);',
  ),
  'with filters over filters': script(
    '',
    '<div style="filter:blur(90px)">'.repeat(200) + '<div style="width:9000px;height:9000px;background:red">x',
  ),
};

/** A page that tries every way to the network. `/leak` must never be asked for. */
export const leakingPage = script(
  `
  const to = location.host;
  const tries = [
    () => new WebSocket('ws://' + to + '/leak'),
    () => new EventSource('/leak'),
    () => navigator.sendBeacon('/leak', 'x'),
    () => fetch('/leak', { method: 'POST', body: 'x' }),
    () => fetch('/leak', { keepalive: true, method: 'PUT' }),
    () => new WebTransport('https://' + to + '/leak'),
    () => navigator.serviceWorker.register('/leak'),
    () => new SharedWorker('/leak'),
    () => new Worker('/leak'),
    () => { const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + to }] }); peer.createDataChannel('x'); peer.createOffer().then((o) => peer.setLocalDescription(o)); },
    () => { const f = document.createElement('form'); f.method = 'post'; f.action = '/leak'; document.body.append(f); f.submit(); },
    () => { const f = document.createElement('iframe'); f.src = '/leak'; document.body.append(f); },
    () => { const v = document.createElement('video'); v.src = '/leak'; document.body.append(v); v.play(); },
    () => { const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = JSON.stringify({ prerender: [{ urls: ['/leak'] }], prefetch: [{ urls: ['/leak'] }] }); document.head.append(s); },
  ];
  for (const attempt of tries) try { const made = attempt(); if (made && made.catch) made.catch(() => {}); } catch {}
`,
  '<link rel="prerender" href="/leak"><link rel="prefetch" href="/leak"><link rel="preconnect" href="http://169.254.169.254"><link rel="dns-prefetch" href="//leak.example"><a href="/x" ping="/leak">x</a>',
);

/** Files of the hostile pages. */
export const hostileFiles: Record<string, string | HostileAnswer> = {
  '/bomb.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(pictureBomb()),
  '/endless.png': endless('image/png', '\x89PNG'),
  '/endless.css': endless('text/css', 'a{color:red}'),
  '/endless.js': endless('text/javascript', 'void 0;'),
  '/plain.css': (response) => response.writeHead(200, { 'content-type': 'text/css' }).end('a{color:red}'),
  '/circle.css': (response) =>
    response.writeHead(200, { 'content-type': 'text/css' }).end('@import "/circle.css?1"; @import "/circle.css";'),
  '/file.zip': (response) =>
    response
      .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename=x.zip' })
      .end('PK'),
};
