import type { Brief } from '../../studio/brief.ts';
import { writingSystems } from '../../studio/writing-systems/writing-systems.ts';
import { unicodeScriptName } from '../../studio/writing-systems/unicode-script-name.ts';
import { legibleBrief } from '../../studio/studio.ts';
import type { LeftOut, AdText } from '../../studio/text/legible.ts';

/**
 * Removes all text that no font can draw. The text is removed from the brief, which is the input for drawing an ad.
 * Returns the brief and a note for the response about each removed text. If the whole brand name is removed, `host`
 * (the host name of a web page in the request) replaces it.
 */
export async function withLegibleWords(brief: Brief, host: string | null): Promise<{ brief: Brief; notes: string[] }> {
  const { brief: drawn, leftOut } = await legibleBrief(brief);
  const isUnsigned = leftOut.some(({ piece, isWhole }) => piece === 'name' && isWhole);
  const signed = isUnsigned ? await signedBy(drawn, host) : drawn;
  return { brief: signed, notes: leftOut.map((each) => noteOf(each, signed.kit.name)) };
}

async function signedBy(brief: Brief, name: string | null): Promise<Brief> {
  return (await legibleBrief({ ...brief, kit: { ...brief.kit, name } })).brief;
}

const names: Record<AdText, string> = {
  headline: 'The headline',
  subheadline: 'The subheadline',
  cta: 'The cta',
  offer: 'The offer',
  price: 'The price',
  name: 'The brand’s name',
};

function noteOf({ piece, isWhole, characters }: LeftOut, signed: string | null): string {
  const name = names[piece];
  if (!isWhole) return `${name} was drawn without ${lack(characters)}.`;
  const instead = piece === 'name' && signed !== null ? ` The ad shows ${signed} instead.` : '';
  return `${name} was left out: ${reasonFor(characters)}.${instead}`;
}

function reasonFor(characters: readonly string[]): string {
  if (characters.length === 0) return 'the text has no visible characters';
  const script = foreignScript(characters);
  return script === null
    ? `no font has ${listed(characters)}`
    : `the text is written in ${script}, for which there is no font`;
}

function lack(characters: readonly string[]): string {
  const script = foreignScript(characters);
  if (script !== null) return `its words in ${script}, for which there is no font`;
  return `${listed(characters)}: no font has ${characters.length === 1 ? 'it' : 'them'}`;
}

const foreignScript = (characters: readonly string[]): string | null =>
  characters.map(scriptOf).find((script) => script !== null) ?? null;

const scriptOf = (character: string): string | null =>
  writingSystems.some(({ pattern }) => pattern.test(character)) ? null : unicodeScriptName(character);

const listedMax = 5;

function listed(characters: readonly string[]): string {
  const shown = characters.slice(0, listedMax).map(shownAs);
  const more = characters.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more characters`] : shown;
  return new Intl.ListFormat('en').format(all);
}

const shownAs = (character: string): string =>
  /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Cf}]+$/u.test(character)
    ? `“${character}”`
    : Array.from(
        character,
        (each) => `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
      ).join(' ');
