import type { Brief, Copy } from '../brief.ts';
import { copyOf, copyParts } from '../copy/drawn-copy.ts';
import type { TextEngine } from './engine.ts';
import { legibleText } from './legible-text.ts';
import { tidy } from './tidy.ts';
import { chooseTypeface } from './typeface.ts';
import { visible } from './visible.ts';

export type AdText = keyof Copy | 'name';

export interface LeftOut {
  piece: AdText;
  isWhole: boolean;
  /**
   * Characters that were removed because no font has them. Empty for a text that was left out because it had no visible
   * characters.
   */
  characters: readonly string[];
}

export interface Legible {
  brief: Brief;
  leftOut: LeftOut[];
}

const pieces: readonly AdText[] = [...copyParts, 'name'];

/**
 * Maximum number of passes that remove characters without a glyph. Removing words may change which fonts are chosen,
 * and these fonts may lack other characters. In practice, the second pass finds nothing to remove.
 */
const roundsMax = 4;

/**
 * Briefs (inputs for one ad) that contain only characters that the fonts can draw. A job draws the same brief in
 * several aspect ratios, and only the first of them needs the check.
 */
const settled = new WeakSet<Brief>();

/**
 * Removes all characters that no font can draw. Applies to the texts and the brand name of a brief. A brief that this
 * function has returned before is returned unchanged.
 */
export async function legible(brief: Brief, engine: TextEngine): Promise<Legible> {
  if (brief.noText || settled.has(brief)) return { brief, leftOut: [] };
  const known: Legible = { brief, leftOut: [] };
  for (let round = 0; round < roundsMax; round++) {
    const { brief: next, leftOut } = await once(known.brief, engine);
    known.brief = next;
    known.leftOut.push(...leftOut);
    if (leftOut.length > 0) continue;
    settled.add(next);
    break;
  }
  return { ...known, leftOut: mergedByPiece(known.leftOut) };
}

/**
 * Merges the entries about the same text. A text may first lose characters and then be left out, so the last entry
 * decides whether the whole text counts as left out.
 */
export function mergedByPiece(leftOut: readonly Readonly<LeftOut>[]): LeftOut[] {
  const byPiece = new Map<AdText, LeftOut>();
  for (const { piece, isWhole, characters } of leftOut) {
    const before = byPiece.get(piece)?.characters ?? [];
    byPiece.set(piece, { piece, isWhole, characters: [...new Set([...before, ...characters])] });
  }
  return [...byPiece.values()];
}

async function once(brief: Brief, engine: TextEngine): Promise<Legible> {
  const given = pieces.map((piece) => ({ piece, text: (piece === 'name' ? brief.kit.name : brief.copy[piece]) ?? '' }));
  const seen = given.map(({ piece, text }) => ({ piece, text, seen: visible(text) }));
  const all = seen.map((each) => tidy(each.seen, brief.language, [])).join(' ');
  const { families } = await chooseTypeface(brief, all, engine);
  const missing = (text: string) => engine.missingGlyphs(text, families);
  const judged = seen.map((each) => ({ ...each, ...legibleText(each.seen, missing), given: each.text }));
  const text = (piece: AdText) => judged.find((each) => each.piece === piece)?.text ?? '';
  return {
    brief: {
      ...brief,
      copy: copyOf(text),
      kit: { ...brief.kit, name: text('name') === '' ? null : text('name') },
    },
    leftOut: judged
      .map((each) => ({ piece: each.piece, isWhole: each.text === '' && each.given !== '', characters: each.lost }))
      .filter(({ isWhole, characters }) => isWhole || characters.length > 0),
  };
}
