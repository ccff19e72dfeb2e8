import { fold } from '../../studio/copy/gate/fold.ts';

/** Hosts on which every customer has a subdomain; on those in `shared` a customer may have a folder instead. */
const hosting =
  /\.(?:github\.io|gitlab\.io|vercel\.app|netlify\.app|pages\.dev|web\.app|firebaseapp\.com|herokuapp\.com|myshopify\.com|wixsite\.com|blogspot\.com|wordpress\.com|surge\.sh|onrender\.com|square\.site|webflow\.io|squarespace\.com|carrd\.co)$/;
const shared = /\.(?:github\.io|gitlab\.io|wixsite\.com)$/;
const prefix = /^(?:www\d?|shop|store|tienda|boutique|loja|m|[a-z]{2})\./;
const labelMin = 3;

/**
 * Returns the words by which the address of a website names it, most telling first: the domain without its ending, or
 * the subdomain and folder on the domain of a hosting company.
 */
export function siteLabels({ hostname, pathname }: URL): string[] {
  if (/^[\d.:[\]]+$/.test(hostname) || !hostname.includes('.')) return [];
  const host = hostname.replace(prefix, '').split('.')[0] ?? '';
  const folder = shared.test(hostname) ? (pathname.split('/')[1] ?? '') : '';
  const labels = hosting.test(hostname) ? [folder.replace(/\.\w+$/, ''), host] : [host];
  return labels.filter((label) => squeezed(label).length >= labelMin && /[a-z]{2}/i.test(label));
}

/** Latin letters for Cyrillic ones, as in domains. */
const latin: Record<string, string> = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:h ц:ts ч:ch ш:sh щ:sch ъ: ы:y ь: э:e ю:yu я:ya і:i ї:i є:e ґ:g'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** Returns a text as a domain could spell it: letters and digits only, in Latin letters without accents. */
export function squeezed(text: string): string {
  return fold(text)
    .replaceAll('&', 'and')
    .replaceAll(' ', '')
    .replace(/\p{Script=Cyrillic}/gu, (letter) => latin[letter] ?? letter);
}

const wordsMax = 6;

/** Returns the words of a text that spell a label, such as `Toto's Wild` for `totos-wild`. */
export function spelled(text: string, label: string): string | undefined {
  const wanted = squeezed(label);
  const words = [...text.slice(0, 400).matchAll(/[\p{L}\p{M}\p{N}]+/gu)];
  for (let from = 0; from < words.length; from += 1) {
    for (let count = 1; count <= wordsMax && from + count <= words.length; count += 1) {
      const [first, last] = [words[from], words[from + count - 1]];
      if (first === undefined || last === undefined) break;
      const run = text.slice(first.index, last.index + last[0].length);
      const spelling = squeezed(run);
      if (spelling === wanted) return run;
      if (!wanted.startsWith(spelling)) break;
    }
  }
  return undefined;
}

/** Returns a label as a name: `viva_vivero` gives `Viva Vivero`. */
export function nameOfLabel(label: string): string {
  return label
    .split(/[-_]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
    .trim();
}
