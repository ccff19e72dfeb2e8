import { squeezed } from './site-labels.ts';

/** Whole words in the names of icons that operate a page or link to another site, in ids, classes and labels. */
const iconNames =
  /(?<!\p{L})(?:icons?|hamburger|burger|menu|menu-?toggle|toggler|cart|bag|basket|search|social|facebook|instagram|twitter|youtube|tiktok|linkedin|pinterest|whatsapp|telegram|chevron|caret|arrow|close|x-mark|account|user|login|phone|envelope|mail|wishlist|heart|stars?|play|check(?:mark|box)?|spinner|loader|loading|flag|globe|moon|sun|theme-toggle|feather|lucide|heroicon|fa|bi|warenkorb|suche|panier|recherche|carrito|buscar|carrello|cerca|koszyk|szukaj)(?!\p{L})/iu;

/** Names of logos, but not of catalogues (`catalogo`), dialogs and the way out (`logout`). */
export const logoNames = /(?<!cata|dia|b)logo(?!ut)|brandmark|wordmark/i;

/** Returns the name of the file in a URL. */
export const fileOf = (url: string): string => (/[^/?#]*(?=[?#]|$)/.exec(url)?.[0] ?? '').slice(-120);

/**
 * Reports whether an inline SVG is named after an icon and not after a logo, by its ids and classes (`names`) and its
 * label. A label that contains the word of the address (`domain`) is the name of the brand, such as "Arrow Electronics".
 */
export function namesIcon({ names, label, domain }: { names: string; label: string; domain: string }): boolean {
  const isBrand = domain !== '' && squeezed(label).includes(squeezed(domain));
  const described = isBrand ? names : `${names} ${label}`;
  // A class such as `cartIcon` has two words.
  return iconNames.test(described.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')) && !logoNames.test(`${names} ${label}`);
}
