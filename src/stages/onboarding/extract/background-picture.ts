import type { Element } from 'domhandler';
import type { Page } from '../page.ts';
import { isReadableName, isSvgOrGif, isStandIn } from '../picture-names.ts';
import { pictureUrl, pictureUrls } from './picture-url.ts';

/** Elements whose attributes name other things than the picture behind their content. */
const otherTags =
  /^(?:img|source|picture|iframe|script|style|link|meta|base|video|audio|track|embed|object|input|select|option|template|noscript|svg|path|use)$/;
const namedPlace = /hero|banner|jumbotron|masthead|splash|stage|cover|slide|billboard|intro|carousel|header/i;
const namesBackground = /bg|background/;

/** Reports whether an element may have a picture behind its content. This is a quick check without its styles. */
export function mayHaveBackground({ name, attribs }: Element): boolean {
  if (otherTags.test(name)) return false;
  const { style = '', class: classes = '' } = attribs;
  return style.includes('background') || namedPlace.test(classes) || Object.keys(lazyAttributes(attribs)).length > 0;
}

/** Returns the attributes from which a script loads the picture behind an element later, such as `data-bg`. */
function lazyAttributes(attribs: Record<string, string>): Record<string, string> {
  const named = Object.entries(attribs).filter(
    ([name, value]) => name.startsWith('data-') && (namesBackground.test(name) || namesPicture(value)),
  );
  return Object.fromEntries(named.map(([name, value]) => [name, unwrapped(value)]));
}

const namesPicture = (value: string): boolean => /\.(?:jpe?g|png|webp|avif)\b/i.test(value) && /[/(]/.test(value);
const unwrapped = (value: string): string => urlsIn(value)[0] ?? value;

/** Returns the URLs of the pictures that a CSS value names, such as `url(a.avif)` or `image-set("a.jpg" 1x)`. */
function urlsIn(value: string): string[] {
  const quoted = /url\(\s*(?:"([^"]{1,2048})"|'([^']{1,2048})'|([^"')\s]{1,2048}))|image-set\(\s*["']([^"']{1,2048})/gi;
  return [...value.slice(0, 20_000).matchAll(quoted)].flatMap(([, ...urls]: (string | undefined)[]) =>
    urls.filter((url) => url !== undefined),
  );
}

/** Returns the picture behind the content of an element: from an attribute that a script reads, or from its styles. */
export function backgroundPicture(element: Element, { styles, base }: Page): string | undefined {
  const { attribs } = element;
  const lazy = pictureUrls({ attribs: lazyAttributes(attribs) }, { base, mayBeLogo: false }).shown;
  if (lazy !== undefined) return lazy;
  const declared = ['background-image', 'background'].map((property) => styles?.declared(element, property) ?? '');
  return [...declared, attribs['style'] ?? '']
    .flatMap(urlsIn)
    .flatMap((target) => pictureUrl(target, base) ?? [])
    .find((url) => isReadableName(url) && !isSvgOrGif(url) && !isStandIn(url));
}
