import { fold } from '../../words/fold.ts';

/** Hosts whose customers may have one site for each folder. */
const shared = /\.(?:github\.io|gitlab\.io|wixsite\.com)$/;
const prefix = /^(?:www\d?|shop|store|tienda|boutique|loja|m|[a-z]{2})\./;
const labelMin = 3;

/** Folders that are parts of a site: languages and parts such as the shop. */
const partOfSite = /^(?:[a-z]{2}(?:-[a-z]{2})?|shop|store|home|site|website|docs|public|dist|build|blog|products?)$/i;

/**
 * Returns the word by which the address of a website names it: the domain without its ending. On a shared host such as
 * github.io, it is the first folder, because the subdomain is often a person; without a folder of its own, it is the
 * subdomain. Returns undefined if the word has few letters.
 */
export function siteLabel({ hostname, pathname }: URL): string | undefined {
  if (/^[\d.:[\]]+$/.test(hostname) || !hostname.includes('.')) return undefined;
  const host = hostname.replace(prefix, '').split('.')[0] ?? '';
  const label = (shared.test(hostname) ? ownFolder(pathname) : undefined) ?? host;
  return squeezed(label).length >= labelMin && /[a-z]{2}/i.test(label) ? label : undefined;
}

function ownFolder(pathname: string): string | undefined {
  const folder = /^\/([^/.]+)(?:\/|$)/.exec(pathname)?.[1];
  return folder === undefined || partOfSite.test(folder) ? undefined : folder;
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

/** Reports whether a text continues at an index as an address does: `Visit lykta.example`. */
const isInAddress = (text: string, at: number): boolean => /^\.[a-z]{2}/i.test(text.slice(at, at + 3));

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
      if (spelling === wanted && !isInAddress(text, last.index + last[0].length)) return run;
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
