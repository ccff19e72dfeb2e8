/** Names of icons that operate a page or link to another site, in ids, classes and labels. */
const iconNames =
  /icon(?!ic)|hamburger|burger|\bmenu\b|menu-?toggle|toggler|cart|\bbag\b|basket|search|social|facebook|instagram|twitter|youtube|tiktok|linkedin|pinterest|whatsapp|telegram|chevron|caret|arrow|close|\bx-mark|account|\buser\b|login|phone|envelope|\bmail\b|wishlist|\bheart\b|\bstars?\b|\bplay\b|check(?:mark|box)?\b|spinner|loader|loading|\bflag\b|\bglobe\b|\bmoon\b|\bsun\b|theme-toggle|feather|lucide|heroicon|\bfa-|\bbi-|warenkorb|suche|panier|recherche|carrito|buscar|carrello|cerca|koszyk|szukaj/i;

/** Names of logos, but not of catalogues (`catalogo`), dialogs and the way out (`logout`). */
export const logoNames = /(?<!cata|dia|b)logo(?!ut)|brandmark|wordmark/i;

/** Reports whether the names of a drawing are those of an icon and not of a logo. */
export function namesIcon(names: string): boolean {
  return iconNames.test(names) && !logoNames.test(names);
}
