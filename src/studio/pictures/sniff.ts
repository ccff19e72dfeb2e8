import { xmlText } from './svg/svg-text.ts';

export type FileKind =
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'webp'
  | 'avif'
  | 'heic'
  | 'tiff'
  | 'svg'
  | 'ttf'
  | 'otf'
  | 'ttc'
  | 'woff'
  | 'woff2'
  | 'eot'
  | 'zip'
  | 'stylesheet'
  | 'page'
  | 'unknown';

/** Detects the type of a file by its first bytes. File names and content types are untrusted and ignored. */
export function sniff(bytes: Buffer): FileKind {
  const ascii = (from: number, to: number): string => bytes.toString('latin1', from, to);
  const fixed = signatures.find(([, signature]) => ascii(0, signature.length) === signature);
  if (fixed !== undefined) return fixed[0];
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (/^[\x01\x02]\0$/.test(ascii(10, 12)) && ascii(34, 36) === 'LP') return 'eot';
  if (ascii(4, 8) === 'ftyp') return heifKind(ascii(8, 12), ascii(16, 48));
  return textKind(bytes);
}

const signatures: [FileKind, string][] = [
  ['jpeg', '\xff\xd8\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['tiff', 'II*\0'],
  ['tiff', 'MM\0*'],
  ['ttf', '\0\x01\0\0'],
  ['ttf', 'true'],
  ['otf', 'OTTO'],
  ['ttc', 'ttcf'],
  ['woff', 'wOFF'],
  ['woff2', 'wOF2'],
  ['zip', 'PK\x03\x04'],
];

function heifKind(brand: string, compatible: string): FileKind {
  if (/avif|avis/.test(brand + compatible)) return 'avif';
  return /hei[cxms]|hev[cx]|mif1|msf1/.test(brand) ? 'heic' : 'unknown';
}

/** Number of bytes at the start of a text file that may be declarations and comments of programs. */
const headBytes = 65_536;

function textKind(bytes: Buffer): FileKind {
  const start = bytes.subarray(0, headBytes);
  const head = xmlText(start) ?? start.toString('latin1');
  const root = head.replace(/^(\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)+/, '').slice(0, 200);
  if (/^<([\w-]+:)?svg[\s>]/.test(root) || /^<!DOCTYPE\s+([\w-]+:)?svg\b/i.test(root)) return 'svg';
  if (/^<(!doctype\s+html|html|head|body|title|meta)\b/i.test(root)) return 'page';
  return isStylesheet(head) ? 'stylesheet' : 'unknown';
}

const atRule = /^@(charset|import|font-face|media|layer|namespace|supports|keyframes)\b/i;
const styleRule = /^[^{}<;]*[^{}<;\s]\s*\{\s*(\}|(--)?[a-z-]+\s*:)/i;

/** Reports whether a text starts with an at-rule or a rule of CSS, after comments. */
function isStylesheet(head: string): boolean {
  const code = head.replace(/^(\s|\/\*[\s\S]*?\*\/)+/, '');
  return atRule.test(code) || styleRule.test(code);
}
