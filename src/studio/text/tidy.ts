const noBreak = '\u00a0';
const narrowNoBreak = '\u202f';

/** Quotation marks by language: opening and closing double quotes, then opening and closing single quotes. */
const quotes: Record<string, [string, string, string, string]> = {
  de: ['„', '“', '‚', '‘'],
  pl: ['„', '”', '‚', '’'],
  cs: ['„', '“', '‚', '‘'],
  fr: [`«${narrowNoBreak}`, `${narrowNoBreak}»`, '‹', '›'],
  es: ['«', '»', '“', '”'],
  it: ['«', '»', '“', '”'],
  ru: ['«', '»', '„', '“'],
  uk: ['«', '»', '„', '“'],
  el: ['«', '»', '“', '”'],
  ar: ['«', '»', '“', '”'],
  fa: ['«', '»', '‹', '›'],
  he: ['”', '”', '’', '’'],
  ja: ['「', '」', '『', '』'],
  'zh-Hant': ['「', '」', '『', '』'],
};
const english: [string, string, string, string] = ['“', '”', '‘', '’'];

/**
 * Returns a text with correct quotes, apostrophes, dashes and ellipses for a language. Non-breaking spaces keep a
 * number with its unit, a price, and each of the given names on one line. Words are not changed.
 */
export function tidy(text: string, language: string, names: readonly string[]): string {
  const [open, close, openSingle, closeSingle] = quotesOf(language);
  const typed = text
    .normalize('NFC')
    .replace(/\s+/gu, (blank) => (blank.includes(noBreak) || blank.includes(narrowNoBreak) ? blank : ' '))
    .trim()
    .replace(/\.{3}/g, '…')
    .replace(/ (?:--|-) /g, ' – ')
    .replace(/(\p{Script=Hebrew})"(?=\p{Script=Hebrew})/gu, '$1\u05f4')
    .replace(/(\p{Script=Hebrew})'/gu, '$1\u05f3')
    .replace(/(\p{L})'(\p{L})/gu, '$1’$2')
    .replace(
      /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{P}])"([^"]+)"/gu,
      `${open}$1${close}`,
    )
    .replace(/(^|[\s(])"(?=\S)/gu, `$1${open}`)
    .replace(/"/g, close)
    .replace(/(^|[\s(])'(?=\p{L}[^']*')/gu, `$1${openSingle}`)
    .replace(/'/g, closeSingle === english[3] ? '’' : closeSingle);
  return names.reduce(keepTogether, withUnits(typed));
}

function quotesOf(language: string): [string, string, string, string] {
  const { language: spoken, script } = new Intl.Locale(language).maximize();
  return quotes[spoken === 'zh' ? `zh-${script ?? ''}` : spoken] ?? english;
}

function withUnits(text: string): string {
  return text
    .replace(
      /(\d) (?=(?:%|‰|€|\$|£|¥|₺|₽|zł|kr|ml|cl|l|g|kg|mg|km|m|cm|mm|h|min|kWh|W|V|mAh|GB|TB|MB|°C|°F|Hz|kHz|AED|SAR|USD|EUR|GBP|CHF|PLN|TRY|ر\.س|د\.إ)(?![\p{L}]))/gu,
      `$1${noBreak}`,
    )
    .replace(/(€|\$|£|¥|₺|AED|SAR|USD|EUR|GBP|CHF) (?=\d)/gu, `$1${noBreak}`)
    .replace(/(\d) (?=\d{3}(?!\d))/g, `$1${noBreak}`)
    .replace(/(?<=^|\s)(\d{1,2}\.?) (?=\p{Lu}\p{Ll}{2})/gu, `$1${noBreak}`)
    .replace(/ ([!?:;»–—])/gu, `${noBreak}$1`);
}

/** Maximum number of characters of a name that is kept on one line. A longer name might be wider than a line. */
const nameLengthMax = 22;

function keepTogether(text: string, name: string): string {
  const trimmed = name.trim();
  if (!trimmed.includes(' ') || trimmed.length > nameLengthMax) return text;
  return text.replaceAll(trimmed, trimmed.replaceAll(' ', noBreak));
}
