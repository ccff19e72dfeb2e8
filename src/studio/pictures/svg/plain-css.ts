/** Maximum number of references in a stylesheet. What follows is left out. */
const referencesMax = 5_000;
const imported = /@import\b(?:"[^"]*"|'[^']*'|[^;{}"'])*;?/gi;

const variable = /var\(\s*--[\w-]+\s*,([^()]*(?:\([^()]*\)[^()]*)*)\)/g;

/** Returns a value with the fallback of each variable in its place, because the renderer knows no variables. */
export const withoutVariables = (value: string): string =>
  value.includes('var(') ? value.replace(variable, '$1') : value;

/** Returns a stylesheet or a value without references to anything but parts of the document, such as `url(#shadow)`. */
export function withoutUrls(css: string): string {
  if (!/url\(|@import/i.test(css)) return css;
  const [before = '', ...references] = css.split(/url\(/i, referencesMax + 1);
  return [before, ...references.map(withPartOnly)].join('').replace(imported, '');
}

/** Returns the text that follows `url(`, with its target if this is a part of the document and else with `none`. */
function withPartOnly(text: string): string {
  const [, quote = ''] = /^\s*(["'])/.exec(text) ?? [];
  const quoteEnd = quote === '' ? 0 : text.indexOf(quote, text.indexOf(quote) + 1);
  const end = text.indexOf(')', Math.max(0, quoteEnd));
  if (end === -1) return 'none';
  return /^\s*["']?\s*#/.test(text) ? `url(${text}` : `none${text.slice(end + 1)}`;
}
