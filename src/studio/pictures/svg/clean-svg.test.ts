import { describe, expect, test } from '@jest/globals';
import { cleanSvg } from './clean-svg.ts';

const head = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (inside: string, attributes = ''): string => `<svg ${head}${attributes}>${inside}</svg>`;
const mark = '<path d="M0 0h9v9z"/>';

/** Returns the cleaned document without its outermost element, or why it is refused. */
function cleaned(file: string | Buffer): string {
  const result = cleanSvg(Buffer.from(file));
  if (result.kind === 'refused') return result.reason;
  const document = result.parts.map((part) => (typeof part === 'string' ? part : `[${part.bytes.toString('latin1')}]`));
  return document.join('').replace(/^<svg [^>]*>|<\/svg>$/g, '');
}

const shape = '<path d="M0 0h9v9z"></path>';

describe('what is left out of an SVG', () => {
  test.each([
    ['data of a drawing program', '<i:pgf xmlns:i="http://ns.adobe.com/i/"><![CDATA[ data ]]><path/></i:pgf>'],
    [
      'data of a drawing program that is not declared',
      '<sodipodi:namedview pagecolor="#fff"><path/></sodipodi:namedview>',
    ],
    [
      'metadata with addresses',
      '<metadata><r:li xmlns:r="urn:r" href="https://a.example/"/><a href="//b"/></metadata>',
    ],
    ['a script', '<script xlink:href="https://a.example/a.js">draw()</script>'],
    [
      'HTML',
      '<foreignObject><div xmlns="http://www.w3.org/1999/xhtml"><img src="https://a.example/"/></div></foreignObject>',
    ],
    ['HTML without a namespace', '<foreignObject><iframe href="file:///etc/hostname"/></foreignObject>'],
    ['an animation', '<animate attributeName="x" href="https://a.example/#x"/><set attributeName="y"/>'],
    ['a comment', '<!-- <image href="https://a.example/"/> -->'],
    ['an instruction', '<?xml-stylesheet href="https://a.example/a.css"?>'],
    ['a title', '<title>Tern &amp; Co</title><desc>A bird</desc>'],
  ])('%s', (_, inside) => {
    expect(cleaned(svg(inside + mark))).toBe(shape);
  });

  test('attributes of drawing programs, of scripts and of links', () => {
    const attributes = 'inkscape:label="a" xml:base="https://a.example/" onclick="go()" id="a" xml:space="preserve"';
    expect(cleaned(svg(`<a href="https://a.example/" target="_blank"><g ${attributes}>${mark}</g></a>`))).toBe(
      `<a target="_blank"><g id="a" xml:space="preserve">${shape}</g></a>`,
    );
  });

  test('references of styles to other files', () => {
    const css = `@import url(https://a.example/css?family=A:wght@400;700); @import "b.css;c" screen;@font-face{src:url("data:font/woff2;base64,AA")}.a{fill:url(#g);mask:url( 'https://a.example/m.svg#m' )}`;
    expect(
      cleaned(svg(`<style><![CDATA[${css}]]></style><path class="a" style="fill:URL(//a.example/b.svg#c) red"/>`)),
    ).toBe(
      '<style> @font-face{src:none}.a{fill:url(#g);mask:none}</style><path class="a" style="fill:none red"></path>',
    );
  });
});

describe('what is kept of an SVG', () => {
  test.each([
    ['elements with a prefix', `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:path d="M0 0h9v9z"/></s:svg>`],
    ['elements without a namespace', `<svg>${mark}</svg>`],
    ['elements after blank lines', `\n\n<?xml version="1.0"?>${svg(mark)}`],
  ])('%s', (_, file) => {
    expect(cleaned(file)).toBe(shape);
  });

  test('references to parts of the document; the one of SVG 2 comes first', () => {
    expect(cleaned(svg('<use href=" #a " xlink:href="#b" fill="url(#c)"/><use xlink:href="#d"/>'))).toBe(
      '<use fill="url(#c)" xlink:href="#a"></use><use xlink:href="#d"></use>',
    );
  });

  test('the fallback of a variable', () => {
    const values = 'fill="var(--fill-0, #0a0)" style="stroke:var(--a , rgb(1, 2, 3));color:var(--b)"';
    expect(cleaned(svg(`<path ${values}/>`))).toBe(
      '<path fill=" #0a0" style="stroke: rgb(1, 2, 3);color:var(--b)"></path>',
    );
  });

  test('texts and values with special characters', () => {
    expect(cleaned(svg('<text data-a="&quot;&lt;">a &amp;&lt;b&gt; <![CDATA[<c>&d]]>&#233;</text>'))).toBe(
      '<text data-a="&quot;&lt;">a &amp;&lt;b&gt; &lt;c&gt;&amp;dé</text>',
    );
  });

  test('embedded pictures, with the size of their element', () => {
    const urls = ['data:image/png;base64,QUJD', 'data:;charset=utf-8;base64,\n QU JD', 'data:img/png,A%42%43'];
    for (const url of urls)
      expect(cleaned(svg(`<image width="9" xlink:href="${url}"/>`))).toBe('<image width="9"[ABC]></image>');
    const result = cleanSvg(Buffer.from(svg('<image href="data:,A"/><feImage width="9" href="data:,A"/>')));
    const pictures = result.kind === 'clean' ? result.parts.filter((part) => typeof part !== 'string') : [];
    expect(pictures.map(({ hasSize }) => hasSize)).toEqual([false, true]);
  });
});

const declared = (entities: string, inside: string, attributes = ''): string =>
  `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [${entities}]>${svg(inside, attributes)}`;

describe('entities', () => {
  test('those of Adobe Illustrator stand for namespaces and styles', () => {
    const entities = `
      <!-- <!ENTITY old "&a;"> -->
      <!ENTITY ns_svg "http://www.w3.org/2000/svg">
      <!ENTITY ns_xlink 'http://www.w3.org/1999/xlink'>
      <!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
      <!ENTITY st0 "fill:#FF0000;">
      <!ENTITY who "Tern &#169; Co&#xe9;">
      <!ATTLIST svg xmlns:a CDATA #FIXED "urn:a">`;
    const document = declared(entities, '').replace(
      svg(''),
      `<svg xmlns="&ns_svg;" xmlns:x="&ns_xlink;" xmlns:i="&ns_ai;"><i:pgf/><path style="&st0;" x:href="#a"/><text>&who;</text></svg>`,
    );
    expect(cleaned(document)).toBe('<path style="fill:#FF0000;" xlink:href="#a"></path><text>Tern © Coé</text>');
  });

  const tooMuch = 'the file is an SVG whose entities are more than short texts';
  test.each([
    ['another entity', '<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">'],
    ['another entity by its character', '<!ENTITY a "aaaa"><!ENTITY b "&#38;a;">'],
    ['itself', '<!ENTITY a "&a;">'],
    ['a tag', '<!ENTITY a "<image/>">'],
    ['a tag by its character', '<!ENTITY a "&#60;image/>">'],
    ['a file', '<!ENTITY a SYSTEM "file:///etc/hostname">'],
    ['a public file', '<!ENTITY a PUBLIC "a" "https://a.example/">'],
    ['a file that is not parsed', '<!ENTITY a SYSTEM "a.gif" NDATA gif>'],
    ['a parameter', '<!ENTITY % a "<!ENTITY b \'c\'>">%a;'],
    ['a long text', `<!ENTITY a "${'a'.repeat(5_000)}">`],
    ['many names', Array.from({ length: 300 }, (_, at) => `<!ENTITY a${at} "b">`).join('')],
  ])('an entity that stands for %s is refused, even if it is not used', (_, entities) => {
    expect(cleaned(declared(entities, mark))).toBe(tooMuch);
    expect(cleaned(declared(entities, `${mark}<text>&a;</text>`))).toBe(tooMuch);
  });

  test('a text that is repeated without end is refused', () => {
    const long = `<!ENTITY a "${'a'.repeat(3_000)}">`;
    expect(cleaned(declared(long, `<metadata>${'&a;'.repeat(1_000)}</metadata>`))).toMatch(/draws over 1 MiB/);
    expect(cleaned(declared(long, '', ` a="${'&a;'.repeat(1_000)}"`))).toMatch(/draws over 1 MiB/);
  });

  test('an entity that is not declared is refused', () => {
    expect(cleaned(svg('<text>&nbsp;</text>'))).toBe('the file is damaged or incomplete');
  });
});

describe('encodings', () => {
  const text = (encoding: string): string =>
    `<?xml version="1.0" encoding="${encoding}"?>${svg('<text>Café €</text>')}`;
  const kept = '<text>Café €</text>';
  const utf16 = Buffer.from(text('UTF-16'), 'utf16le');
  test.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text('UTF-8'))],
    ['UTF-8 with a byte order mark and another name', Buffer.from(`\uFEFF${text('ISO-8859-1')}`)],
    ['UTF-8 that is declared as UTF-16', Buffer.from(text('UTF-16'))],
    ['Windows-1252', Buffer.from(text('windows-1252').replace('€', '\x80'), 'latin1')],
    ['Latin-1, which is read as Windows-1252', Buffer.from(text('ISO-8859-1').replace('€', '\x80'), 'latin1')],
    ['UTF-16 with a byte order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
    ['UTF-16 without a byte order mark', utf16],
    ['UTF-16 with the higher byte first', Buffer.from(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])).swap16()],
  ])('%s is read', (_, bytes) => {
    expect(cleaned(bytes)).toBe(kept);
  });

  test('Latin-1 that is not declared loses only its accents', () => {
    expect(cleaned(Buffer.from(svg('<text>Café</text>'), 'latin1'))).toBe('<text>Caf\uFFFD</text>');
  });

  test('a tag that only another encoding has is not found', () => {
    expect(cleaned(text('UTF-7'))).toBe('the file is an SVG in an unknown encoding');
  });
});

test.each([
  ['a picture of another file', '<image href="https://a.example/a.png"/>'],
  ['a picture of a file nearby', '<image xlink:href="a.png"/>'],
  ['a part of another file', '<use href="file:///etc/hostname#a"/>'],
  ['a part of a data URL', '<use href="data:image/svg+xml,A#a"/>'],
  ['a gradient of another file', '<linearGradient xlink:href="/a.svg#g"/>'],
  ['a picture in a filter', '<filter><feImage href="//a.example/a.png"/></filter>'],
])('an SVG that refers to %s is refused', (_, inside) => {
  expect(cleaned(svg(inside))).toBe('the file is an SVG that refers to other files');
});

test.each([
  ['elements', '<g/>'.repeat(110_000)],
  ['nested elements', `${'<g>'.repeat(300)}${'</g>'.repeat(300)}`],
  ['hidden nested elements', `<metadata>${'<g>'.repeat(300)}${'</g>'.repeat(300)}</metadata>`],
  ['attributes', `<metadata ${Array.from({ length: 600 }, (_, at) => `a${at}=""`).join(' ')}/>`],
])('an SVG with too many %s is refused', (_, inside) => {
  expect(cleaned(svg(inside))).toBe('the file is an SVG that draws over 1 MiB');
});

test.each([
  ['a link that is not closed', 'url('.repeat(200_000)],
  ['an import that is not closed', '@import "'.repeat(100_000)],
  ['blanks in a link', `url(${' '.repeat(900_000)}`],
])('%s takes no long time', (_, css) => {
  const startMs = performance.now();
  cleaned(svg(`<style>${css}</style>`));
  expect(performance.now() - startMs).toBeLessThan(2_000);
});

test.each([
  ['references', '&amp;'.repeat(110_000)],
  ['brackets', `<![CDATA[${']'.repeat(110_000)}]]>`],
])('an SVG with too many %s is refused, because they take much memory', (_, text) => {
  expect(cleaned(svg(`<metadata>${text}</metadata>`))).toBe('the file is an SVG that draws over 1 MiB');
});

test('an SVG whose document type is too long is refused', () => {
  expect(cleaned(declared('<!ENTITY a "b">'.repeat(6_000), mark))).toBe('the file is damaged or incomplete');
});

test('comments are left out, but not what looks like one in a CDATA section', () => {
  const css = '<![CDATA[<!-- .a{fill:red}\n-->]]>';
  expect(
    cleaned(`<!-- <svg> -->${svg(`<!--a--><style>${css}</style><!-- > ]]> <![CDATA[ -- >-->${mark}`)}<!---->`),
  ).toBe(`<style>&lt;!-- .a{fill:red} --&gt;</style>${shape}`);
  expect(cleaned(svg(`<!-- ${mark}`))).toBe('the file is damaged or incomplete');
});

test('an SVG with many pictures is refused', () => {
  expect(cleaned(svg('<image href="data:,A"/>'.repeat(21)))).toBe('the file is an SVG with over 20 pictures inside');
});
