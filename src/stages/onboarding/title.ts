import { hasPhrase } from '../../words/templates.ts';
import { squeezed } from './site-labels.ts';
import { foldText } from './text.ts';

const separators = /\s+[|–—·•:»«-]\s+|\s*[|｜]\s*|\s+::\s+/u;

export function titleParts(title: string): string[] {
  return title
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !hasPhrase('page-words', 'home-title', part));
}

export function domainLabel(url: URL): string {
  const labels = url.hostname.replace(/^(?:www\d?|shop|store|m|de|en|fr|us|uk)\./, '').split('.');
  if (/^[\d.:[\]]+$/.test(url.hostname)) return '';
  return labels[0] ?? '';
}

/** Reports whether a text contains the word of the address, in any spelling. */
export function saysDomain(text: string, url: URL): boolean {
  const label = squeezed(domainLabel(url));
  return label.length > 2 && squeezed(text).includes(label);
}

/**
 * Returns the part of a title whose letters make up the domain or most of it; undefined if the title has no such part.
 * The words may be in another order: `Coast Hotel` for `hotel-by-the-coast.example`.
 */
export function nameOfTitle(title: string, url: URL): string | undefined {
  const label = squeezed(domainLabel(url));
  if (label.length < 3) return undefined;
  return titleParts(title).find((part) => {
    const folded = squeezed(part);
    if (folded.length < 3 || folded.length > 40) return false;
    const isMost = folded.length * 2 > label.length;
    return (
      folded === label ||
      (isMost && isSpelledBy(part, label)) ||
      (folded.includes(label) && folded.length < label.length * 2)
    );
  });
}

/** Reports whether a domain contains a text or all its words. */
function isSpelledBy(text: string, label: string): boolean {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return label.includes(squeezed(text)) || words.every((word) => word.length >= 3 && label.includes(squeezed(word)));
}

export function headlineOfTitle(title: string, siteName: string | undefined, url: URL): string | undefined {
  const name = foldText(siteName ?? nameOfTitle(title, url) ?? '');
  const rest = titleParts(title).filter((part) => foldText(part) !== name);
  return rest[0];
}
