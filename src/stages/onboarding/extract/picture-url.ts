import type { Element } from 'domhandler';
import { isPictureFile, isPreview, isReadableName, isStandIn, isSvgOrGif } from '../picture-names.ts';
import { absoluteUrl } from '../text.ts';
import { parseSrcset } from './srcset.ts';

const widthWanted = 2_000;
/** Width, in pixels, that stands for a density of 1 in a `srcset`. */
const usualWidth = 800;
/** Maximum width, in pixels, of a picture that only previews another one. */
const previewWidthMax = 100;
const attributesMax = 80;

export interface PictureUrlOptions {
  base: URL;
  /** True for a logo, which may be an SVG or a GIF. Photos in these formats are icons and animations. */
  mayBeLogo: boolean;
}

/** URLs of the pictures that an element names. */
export interface PictureUrls {
  /** The picture that the element shows once the page has loaded it. */
  shown: string | undefined;
  /** A preview or a stand-in, for an element that names nothing else. */
  lastResort: string | undefined;
}

/** Attributes that contain other texts than URLs of the element's own picture. */
const otherAttributes =
  /^(?:src|srcset|alt|title|class|id|style|name|href|width|height|sizes|loading|type|media|role|rel|usemap|content|aria-.*|on[a-z]+|data-(?:title|caption|alt|name|description))$/;
/** Names of attributes whose picture is another one than the element shows: a preview, or the next picture. */
const otherPicture =
  /hover|swap|second|alternat|thumb|placeholder|lqip|\blow|blur|preview|tiny|small|fallback|error|default|icon|avatar|flag|share|video|poster|mobile|phone/;
/** Names of attributes with the picture that a script puts into `src`; the first pattern is the surest. */
const lazyNames = [/src/, /lazy|orig/, /image|img|photo|picture|large|zoom|full|hi-?res|high-?res|bg|background/];

interface Named {
  name: string;
  value: string;
}

/**
 * Returns the pictures of an element. A page whose script loads the pictures later has them in attributes with any
 * name, as a URL or as a `srcset`; `src` then has a stand-in or nothing.
 */
export function pictureUrls(
  { attribs }: Pick<Element, 'attribs'>,
  { base, mayBeLogo }: PictureUrlOptions,
): PictureUrls {
  const usable = (text: string | undefined): string | undefined => {
    const url = text === undefined ? undefined : resolved(text, base);
    return url !== undefined && isReadableName(url) && (mayBeLogo || !isSvgOrGif(url)) ? url : undefined;
  };
  const real = (text: string | undefined): string | undefined => unless(isStandIn, usable(text));
  const own = (text: string | undefined): string | undefined => unless(isPreview, real(text));
  const others = Object.entries(attribs)
    .slice(0, attributesMax)
    .map(([name, value]) => ({ name: name.toLowerCase(), value: value.trim() }))
    .filter(({ name, value }) => value !== '' && !otherAttributes.test(name));
  const sets = setsOf(attribs, others);
  const inSets = (widthMin: number, pick: typeof usable) => sets.map((set) => bestOf(set, widthMin, pick));
  const { src } = attribs;
  return {
    // The `src` attribute is tried before a `srcset` that contains only thumbnails, because themes put a larger picture
    // into `src`.
    shown: firstUrl([
      ...inSets(500, own),
      ...lazyUrls(others).map(real),
      own(src),
      ...inSets(previewWidthMax, own),
      ...fileUrls(others).map(own),
    ]),
    lastResort: firstUrl([...lazyUrls(others), src].map(usable).concat(inSets(0, usable))),
  };
}

/** Returns the URL of a picture that an attribute names; undefined for a data URL and for the page itself. */
export function pictureUrl(text: string | undefined, base: URL): string | undefined {
  return text === undefined ? undefined : resolved(text, base);
}

function resolved(text: string, base: URL): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || /^(?:data|blob|about|javascript):/i.test(trimmed)) return undefined;
  const url = absoluteUrl(trimmed.replace(/(?:\{|%7B)(?:width|w)(?:\}|%7D)/gi, '1200'), base);
  return url === base.href ? undefined : url;
}

const unless = (test: (url: string) => boolean, url: string | undefined): string | undefined =>
  url === undefined || test(url) ? undefined : url;

const firstUrl = (urls: (string | undefined)[]): string | undefined => urls.find((url) => url !== undefined);

const isSet = ({ name, value }: Named): boolean =>
  /set$/.test(name) || /\s\d{1,5}(?:\.\d{1,3})?[wx]\s*(?:,|$)/.test(value);

function setsOf({ srcset = '' }: Record<string, string>, others: Named[]): string[] {
  return [srcset, ...others.filter((each) => isSet(each) && !otherPicture.test(each.name)).map(({ value }) => value)];
}

/**
 * Returns the best picture of a `srcset`, such as `a.jpg 400w, b.jpg 1200w` or `a.jpg 1x, b.jpg 2x`: the widest that is
 * not wider than an ad needs. If all are wider, returns the narrowest.
 */
function bestOf(set: string, widthMin: number, pick: (url: string) => string | undefined): string | undefined {
  const entries = parseSrcset(set).flatMap(({ url: text, width, density = 1 }) => {
    const url = pick(text);
    return url === undefined ? [] : [{ url, width: width ?? density * usualWidth }];
  });
  const fitting = entries.filter(({ width }) => width <= widthWanted);
  const best = (fitting.length > 0 ? fitting : entries).sort((one, other) =>
    fitting.length > 0 ? other.width - one.width : one.width - other.width,
  )[0];
  return best === undefined || best.width < widthMin ? undefined : best.url;
}

const isAddress = (value: string): boolean =>
  /^(?:https?:)?\/\/|^\.{0,2}\/|^[^\s:{}[\]]+\//i.test(value) && !/[\s{}"]/.test(value.replaceAll('{width}', ''));

/** Returns the values of attributes that are named after a picture which is loaded later, surest name first. */
function lazyUrls(others: Named[]): string[] {
  const named = others.filter((each) => !otherPicture.test(each.name) && !isSet(each));
  const addresses = named.filter(({ value }) => isAddress(value) || isPictureFile(value));
  return lazyNames.flatMap((pattern) => addresses.filter(({ name }) => pattern.test(name)).map(({ value }) => value));
}

/** Returns the URLs of picture files in attributes with any name, also in a list or an object in JSON. */
function fileUrls(others: Named[]): string[] {
  const [usual, last] = [
    others.filter(({ name }) => !otherPicture.test(name)),
    others.filter(({ name }) => otherPicture.test(name)),
  ];
  return [...usual, ...last].flatMap(({ value }) => fileUrlsIn(value));
}

/** A URL in quotes or parentheses, which may contain commas, or in a list. */
const urlInText =
  /["'(]((?:https?:)?\\?\/[^"'()\s]{1,2048})["')]|(?:^|[\s[,|;])((?:https?:)?\/[^"'()[\]\s,|;]{1,2048})/g;

function fileUrlsIn(value: string): string[] {
  if (isAddress(value)) return isPictureFile(value) ? [value] : [];
  const found = [...value.slice(0, 20_000).matchAll(urlInText)].map((match) =>
    (match[1] ?? match[2] ?? '').replaceAll('\\/', '/'),
  );
  return found.filter(isPictureFile).slice(0, 20);
}
