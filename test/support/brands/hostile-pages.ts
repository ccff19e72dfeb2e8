import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export type HostileAnswer = (response: ServerResponse) => void;

function html(body: string | Buffer, headers: Record<string, string> = {}): HostileAnswer {
  return (response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
}

/** Responses without a readable page, such as missing pages and files of other types. */
export const unreadablePages: Record<string, HostileAnswer> = {
  '/missing': (response) => response.writeHead(404).end('<h1>Not found</h1>'),
  '/broken': (response) => response.writeHead(500).end(),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/inward': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
  '/picture': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from('\x89PNG')),
  '/json': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"html":"<p>"}'),
  '/empty': html(''),
  '/garbage': html(
    Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7_919) % 251))
      .toString('latin1')
      .replaceAll('<', ''),
  ),
  '/bomb': html(gzipSync(Buffer.alloc(8 * 1024 * 1024, 'a')), { 'content-encoding': 'gzip' }),
  '/hang-up': (response) => response.socket?.destroy(),
  '/scripts': html('<title>Acme</title><script src="/app.js"></script><body><div id="root"></div>'),
  '/icon': html(
    '<title>Acme</title><link rel=icon sizes=192x192 href=/i.png><link rel=apple-touch-icon href=/a.png><meta name=theme-color content="#b4532f"><style>:root{--primary:#b4532f}</style><div id=root></div>',
  ),
  '/drawn': html(
    '<title>Acme</title><body><div id=root><a href="/" class=logo><svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg></a></div>',
  ),
  '/challenge': (response) => {
    response.writeHead(403, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    response.end(gzipSync('<title>Just a moment...</title><h1>127.0.0.1</h1>'));
  },
  '/login': html('<title>Acme</title><form><input name=user><input type=password><button>Go</button></form>'),
};

const sane = '<title>Sane</title><h1>A line worth reading</h1><p><a class="btn btn-primary" href="/x">Shop now</a></p>';

/** Readable pages whose content is meant to harm the program that reads them. */
export const maliciousPages: Record<string, string> = {
  'nested 100,000 levels deep': `${sane}${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}`,
  'with 100,000 unclosed and wrongly closed elements': `${sane}${'<b><i>'.repeat(100_000)}${'</u></s>'.repeat(100_000)}`,
  'of 500,000 elements': sane + '<p>x</p>'.repeat(500_000),
  'with an attribute of 4 MB': `${sane}<img src="${'a'.repeat(4_000_000)}" alt="${'b'.repeat(400_000)}">`,
  'with a class of a million names': `${sane}<h1 class="${'x '.repeat(1_000_000)}">Two</h1>`,
  'with a srcset of 300,000 entries': `${sane}<img srcset="${'a.jpg 1w, '.repeat(300_000)}">`,
  'with a srcset of a million blanks': `${sane}<img srcset="a${' '.repeat(1_000_000)}b">`,
  'with JSON-LD nested 30,000 levels deep': `${sane}<script type="application/ld+json">${'{"@type":"Product","offers":'.repeat(30_000)}1${'}'.repeat(30_000)}</script>`,
  'with JSON-LD of 30,000 products': `${sane}<script type="application/ld+json">[${'{"@type":"Product","name":"x"},'.repeat(30_000)}{}]</script>`,
  'with JSON-LD of 1,500 products that refer to each other': `${sane}<script type="application/ld+json">[${Array.from({ length: 1_500 }, (_, at) => `{"@type":["Product","Offer"],"@id":"#${at}","name":"${at}","image":[${'{"@id":"#1"},'.repeat(30)}{}],"offers":{"@id":"#${at + 1}"},"isVariantOf":{"@id":"#${at + 2}"}}`).join()}]</script>`,
  'with 10,000 prices in microdata': `${sane}<div itemscope itemtype="https://schema.org/Product"><b itemprop="name __proto__">x</b>${'<b itemprop="price">4.750</b>'.repeat(10_000)}</div>`,
  'with JSON-LD that sets prototype properties': `${sane}<script type="application/ld+json">{"@type":"Organization","__proto__":{"name":"Evil"},"constructor":{"prototype":{"name":"Evil"}}}</script>`,
  'with malformed JSON-LD': `${sane}<script type="application/ld+json">{{{]]]"'</script><script type="application/ld+json">null</script><script type="application/ld+json">[[[[1]]]]</script>`,
  'with circular custom properties': `${sane}<style>:root{--a:var(--b);--b:var(--a);--primary:var(--a)}.btn{background:var(--primary)}</style>`,
  'with custom properties that grow exponentially': `${sane}<style>:root{${Array.from({ length: 40 }, (_, at) => `--v${at + 1}:var(--v${at}) var(--v${at})`).join(';')};--v0:red;--primary:var(--v40)}.btn{background:var(--primary)}</style>`,
  'with a stylesheet nested 50,000 levels deep': `${sane}<style>${'@media screen{'.repeat(50_000)}</style>`,
  'with selectors of 100,000 parts': `${sane}<style>${'.a '.repeat(100_000)}{color:red}${':is('.repeat(10_000)}a{color:red}</style>`,
  'with 60,000 rules for its button': `${sane}<style>${Array.from({ length: 60_000 }, (_, at) => `.btn:not(.x${at}) {color:#000}`).join('')}</style>`,
  'with sibling selectors over 10,000 siblings': `${sane}<style>x~p~p~p~p~p~p a.btn{color:red}a:has(b:has(c)),.btn:nth-last-child(2n+1){color:red}</style>${'<p></p>'.repeat(10_000)}<p><a class="btn btn-primary" href="/y">Order here</a></p>`,
  'with long class names nested 240 levels deep': `${sane}${`<div class="${'x'.repeat(990)}">`.repeat(240)}${'<img src="/a.jpg"><a href="/z">Buy x</a><h2>Title</h2>'.repeat(500)}`,
  'with a million blanks at the end of its JSON-LD': `${sane}<script type="application/ld+json">{"@type":"x"} --> ${' '.repeat(1_000_000)}x</script>`,
  'with blanks in its font URLs': `${sane}<style>${`@font-face{font-family:x;src:url(${' '.repeat(15_000)}}`.repeat(100)}</style>`,
  'with a million blanks in the fill of its logo': `${sane}<a href="/"><svg class="logo"><path fill="${' '.repeat(1_000_000)}"/></svg></a>`,
  'with colour values of 100,000 characters': `${sane}<style>:root{--primary:${'rgb('.repeat(50_000)}}.btn{background:${'#'.repeat(100_000)}}</style>`,
  'with a title of 300,000 dashes': sane.replace('Sane', ' - '.repeat(300_000)),
  'with a price of 200,000 parts': `${sane}<div class="price">${'1,'.repeat(200_000)}</div>`,
  'with 100,000 tags in a meta element': `${sane}<meta property="og:title" content="${'&lt;script '.repeat(100_000)}">`,
};
