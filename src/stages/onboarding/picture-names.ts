/** Endings of files that browsers or other programs show and that cannot be decoded here, and of films. */
const unreadableEnding = /\.(?:jxl|jp2|j2k|jpx|jpf|jpm|hei[cf]s?|bmp|ico|cur|psd|tga|eps|pdf|mp4|m4v|webm|mov|ogv)$/i;
/** The same formats as a parameter of an image service, such as `?format=jxl` or `/f_jxl,w_800/`. */
const unreadableParameter =
  /[?&](?:fm|format|fmt|output|f)=(?:jxl|jp2|hei[cf]|mp4|webm)\b|\/f_(?:jxl|jp2|hei[cf])[,/]/i;

const photoType = /^\s*image\/(?:jpe?g|pjpeg|jpg|a?png|x-png|webp|avif|gif)\s*(?:;|$)/i;
const svgType = /^\s*image\/svg/i;

/** Reports whether the name of a picture does not exclude that it can be decoded. */
export function isReadableName(url: string): boolean {
  return !unreadableEnding.test(pathOf(url)) && !unreadableParameter.test(url);
}

/** Reports whether pictures of a media type can be decoded. `mayBeSvg` is true for logos. */
export function isReadableType(type: string | undefined, mayBeSvg: boolean): boolean {
  return type === undefined || type.trim() === '' || photoType.test(type) || (mayBeSvg && svgType.test(type));
}

export const isSvgOrGif = (url: string): boolean => /\.(?:svgz?|gif)$/i.test(pathOf(url));

/** Reports whether a text ends, before its query, like the name of a picture file. */
export const isPictureFile = (text: string): boolean =>
  /\.(?:jpe?g|jfif|png|webp|avif|gif|svgz?)(?:$|[/@!:])/i.test(pathOf(text));

const pathOf = (url: string): string => url.replace(/[?#].*$/s, '');

const standInNames = [
  /^(?:.*[-_.])?(?:placeholders?|spacer|loading|lazy(?:[-_]?load(?:er|ing)?)?|spinner|no[-_]?(?:image|img|photo|picture)|coming[-_]?soon)(?:[-_.].*)?$/i,
  /^(?:ajax|pre|page|img|image)?[-_]?loader(?:[-_.].*)?$/i,
  /^(?:blank|clear|dot|dummy|empty|gr[ae]y|white|black|pixel|trans(?:parent)?|1x1|1px)(?:[-_]?\d*x\d*)?\.(?:gif|png|svg)$/i,
  /^[a-z\d]\.gif$/i,
];

/** Reports whether the file name of a picture says that it stands for a picture that is loaded later. */
export function isStandIn(url: string): boolean {
  const file = pathOf(url).split('/').at(-1) ?? '';
  return /\/placeholders?\//i.test(pathOf(url)) || standInNames.some((pattern) => pattern.test(file));
}

const blurred = /(?:^|[-_.])(?:blur(?:red|hash)?|lqip|low[-_]?(?:res|quality)|tiny|preview)(?:[-_.]|$)/i;
const blurParameter = /[?&](?:blur|blr)=[1-9]|\/e_blur/i;
const smallSide = new RegExp(
  [
    String.raw`[?&](?:w|width|wid|imwidth|sw|h|height)=\d{1,2}(?!\d)`,
    String.raw`[?&](?:resize|fit|size)=\d{1,2}(?:[,x]|%2c)`,
    String.raw`[,/][wh]_\d{1,2}[,/]`,
    String.raw`[-_/]\d{2}x\d{0,2}(?=[._@/?]|$)`,
  ].join('|'),
  'i',
);

/** Reports whether the URL of a picture asks for a small or blurred preview, such as `photo_20x.jpg`. */
export function isPreview(url: string): boolean {
  return blurred.test(pathOf(url).split('/').at(-1) ?? '') || blurParameter.test(url) || smallSide.test(url);
}

/** Returns a key that is the same for the sizes of one picture. */
export function pictureKey(url: string): string {
  const { hostname, pathname, search } = new URL(url);
  const nested = /[?&]url=([^&]+)/.exec(search)?.[1] ?? '';
  return `${hostname}${pathname.replace(/[-_](?:\d{2,4}x\d{0,4}|\d{0,4}x\d{2,4}|scaled|large|medium|grande|small)(?=\.\w{3,4}$)/, '')}${nested}`;
}
