import { beforeAll, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { decodePicture } from '../decode.ts';

/** A green and a red bitmap, in base64 with the line breaks of Adobe Illustrator. */
let png = '';
let jpeg = '';

beforeAll(async () => {
  const flat = (background: string) => sharp({ create: { width: 240, height: 160, channels: 3, background } });
  png = (await flat('#00aa00').png().toBuffer()).toString('base64').replace(/.{76}/g, '$&\n');
  jpeg = (await flat('#cc0000').jpeg().toBuffer()).toString('base64');
});

const size = 'width="120px" height="40px" viewBox="0 0 120 40"';
const xlink = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const green = '<rect width="60" height="40" fill="#00aa00"/>';
const red = '<rect x="60" width="60" height="40" fill="#cc0000"/>';

/** Files as drawing programs write them. Each shows green at the left and red at the right. */
const files: Record<string, () => Buffer> = {
  'Adobe Illustrator with its own data, entities and a bitmap': () =>
    Buffer.from(
      `<?xml version="1.0" encoding="iso-8859-1"?>
<!-- Generator: Adobe Illustrator 16.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
	<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
	<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
	<!ENTITY ns_graphs "http://ns.adobe.com/Graphs/1.0/">
	<!ENTITY ns_svg "http://www.w3.org/2000/svg">
	<!ENTITY ns_xlink "http://www.w3.org/1999/xlink">
]>
<svg version="1.1" id="Caf\xe9" xmlns:x="&ns_extend;" xmlns:i="&ns_ai;" xmlns:graph="&ns_graphs;"
	 xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" x="0px" y="0px" ${size} overflow="visible" enable-background="new 0 0 120 40" xml:space="preserve">
<metadata><sfw xmlns="&ns_extend;"><slices/><sliceSourceBounds height="40" width="120" href="https://a.example/"/></sfw></metadata>
<switch>
	<foreignObject requiredExtensions="&ns_ai;" x="0" y="0" width="1" height="1">
		<i:pgfRef xlink:href="#adobe_illustrator_pgf"></i:pgfRef>
	</foreignObject>
	<g i:extraneous="self">
		<image overflow="visible" width="240" height="160" xlink:href="data:image/png;base64,${png}" transform="matrix(0.25 0 0 0.25 0 0)"></image>
		${red}
	</g>
</switch>
<i:pgf id="adobe_illustrator_pgf"><![CDATA[ ${'eJzsvemO<>&;'.repeat(2_000)} ]]></i:pgf>
</svg>`,
      'latin1',
    ),
  'Adobe Illustrator with styles in entities': () =>
    Buffer.from(`<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.0//EN" "http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd" [<!ENTITY st0 "fill:#00AA00;"><!ENTITY st1 "fill:#CC0000;">]>
<svg ${xlink} ${size}><path style="&st0;" d="M0,0h60v40H0z"/><path style="&st1;" d="M60,0h60v40H60z"/></svg>`),
  'Adobe Photoshop': () =>
    Buffer.from(`<svg ${xlink} ${size} preserveAspectRatio="xMidYMid">
<image xlink:href="data:img/png;base64,${png}" width="60" height="40"/><image xlink:href="data:img/jpg;base64,${jpeg}" x="60" width="60" height="40"/></svg>`),
  Figma: () =>
    Buffer.from(`<svg width="120" height="40" viewBox="0 0 120 40" fill="none" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<foreignObject x="-4" y="-4" width="128" height="48"><div xmlns="http://www.w3.org/1999/xhtml" style="backdrop-filter:blur(2px)"></div></foreignObject>
<rect width="60" height="40" fill="url(#pattern0)"/><rect x="60" width="60" height="40" fill="var(--fill-0, #CC0000)"/>
<defs><pattern id="pattern0" patternContentUnits="objectBoundingBox" width="1" height="1"><use xlink:href="#image0" transform="scale(0.00416667 0.00625)"/></pattern>
<image id="image0" width="240" height="160" preserveAspectRatio="none" xlink:href="data:image/png;base64,${png}"/></defs></svg>`),
  'CorelDRAW in UTF-16': () =>
    Buffer.from(
      `\uFEFF<?xml version="1.0" encoding="UTF-16"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Creator: CorelDRAW -->
<svg ${xlink} xml:space="preserve" ${size} version="1.1" style="shape-rendering:geometricPrecision" xmlns:xodm="http://www.corel.com/coreldraw/odm/2003">
<defs><style type="text/css"><![CDATA[ @font-face { font-family:"Arial";src:url("#FontID0") format(svg)} .fil0 {fill:#00AA00} .fil1 {fill:#CC0000} ]]></style></defs>
<g id="Ebene_x0020_1"><metadata id="CorelCorpID_0Corel-Layer"/><path class="fil0" d="M0 0h60v40H0z"/><path class="fil1" d="M60 0h60v40H60z"/></g></svg>`,
      'utf16le',
    ),
  'Inkscape with undeclared attributes': () =>
    Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ${xlink} ${size} sodipodi:docname="C:\\logo.svg">
<defs><linearGradient id="a"><stop stop-color="#00aa00"/></linearGradient><linearGradient id="b" xlink:href="#a" inkscape:collect="always"/></defs>
<sodipodi:namedview id="base" pagecolor="#ffffff"><inkscape:grid/></sodipodi:namedview>
<metadata><rdf:RDF><rdf:Description rdf:about="" href="https://a.example/"/></rdf:RDF></metadata>
<rect width="60" height="40" style="fill:url(#b)"/>${red}</svg>`),
  'a web page with its own fonts and links': () =>
    Buffer.from(`<?xml-stylesheet type="text/css" href="https://a.example/a.css"?><svg ${xlink} ${size}>
<style>@import url('https://fonts.example/css2?family=A:wght@400;700&amp;display=swap');.g{fill:#00aa00}@font-face{font-family:A;src:url(data:font/woff2;base64,${'A'.repeat(1_200_000)})}</style>
<a xlink:href="https://brand.example/" target="_top"><rect class="g" width="60" height="40"/></a>${red}<script>alert(1)</script></svg>`),
  'a compressed file': () => gzipSync(`<svg ${xlink} ${size}>${green}${red}</svg>`),
  'a program that writes a prefix for each element': () =>
    Buffer.from(
      `<svg:svg xmlns:svg="http://www.w3.org/2000/svg" ${size}>${(green + red).replaceAll('<rect', '<svg:rect')}</svg:svg>`,
    ),
  'a program that states no size of a bitmap': () =>
    Buffer.from(
      `<svg ${xlink} width="480" height="160"><rect width="240" height="160" fill="#00aa00"/><image x="240" href="data:image/jpeg;base64,${jpeg}"/></svg>`,
    ),
};

test.each(Object.keys(files))('a logo of %s is drawn', async (name) => {
  const decoded = await decodePicture(files[name]?.() ?? Buffer.alloc(0), {
    mayBeSvg: true,
    covers: [{ width: 120, height: 1 }],
    logoSidePx: 120,
  });
  if (decoded.kind === 'refused') throw new Error(decoded.reason);
  const { data } = await sharp(decoded.picture.bytes)
    .resize(2, 1, { fit: 'fill', kernel: 'nearest' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const near = (level: number, wanted: number): boolean => Math.abs(level - wanted) <= 3;
  expect([...data].map((level, at) => near(level, [0, 0xaa, 0, 0xcc, 0, 0][at] ?? -9))).toEqual(Array(6).fill(true));
});
