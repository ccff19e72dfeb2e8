import { foldText } from './text.ts';

const separators = /\s+[|–—·•:»«-]\s+|\s*[|｜]\s*|\s+::\s+/u;
const empty =
  /^(?:home|home ?page|start|startseite|accueil|inicio|welcome|willkommen|official (?:site|store|website)|online ?shop|index|untitled.*|ホーム|トップ|トップページ|الرئيسية)$/i;

export function titleParts(title: string): string[] {
  return title
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !empty.test(part));
}

export function domainLabel(url: URL): string {
  const labels = url.hostname.replace(/^(?:www\d?|shop|store|m|de|en|fr|us|uk)\./, '').split('.');
  if (/^[\d.:[\]]+$/.test(url.hostname)) return '';
  return labels[0] ?? '';
}

export function nameOfTitle(title: string, url: URL): string | undefined {
  const label = foldText(domainLabel(url)).replaceAll(' ', '');
  if (label.length < 3) return undefined;
  return titleParts(title).find((part) => {
    const folded = foldText(part).replaceAll(' ', '');
    return (
      folded.length >= 3 &&
      folded.length <= 40 &&
      (folded === label ||
        (label.includes(folded) && folded.length * 2 > label.length) ||
        (folded.includes(label) && folded.length < label.length * 2))
    );
  });
}

export function headlineOfTitle(title: string, siteName: string | undefined, url: URL): string | undefined {
  const name = foldText(siteName ?? nameOfTitle(title, url) ?? '');
  const rest = titleParts(title).filter((part) => foldText(part) !== name);
  return rest[0];
}
