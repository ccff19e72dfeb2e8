import type { Brief, Copy } from '../brief.ts';
import type { TextEngine } from './engine.ts';
import { legibleText } from './legible-text.ts';
import { tidy } from './tidy.ts';
import { chooseTypeface } from './typeface.ts';
import { visible } from './visible.ts';

export type Piece = keyof Copy | 'name';

/** A part of the copy, or the brand name, that is not drawn completely. */
export interface LeftOut {
  piece: Piece;
  isWhole: boolean;
  /** Characters that no font has; empty if the text had no visible characters. */
  characters: readonly string[];
}

export interface Legible {
  /** A brief whose copy and name have a glyph for every character. */
  brief: Brief;
  leftOut: LeftOut[];
}

const pieces: readonly Piece[] = ['headline', 'subheadline', 'cta', 'offer', 'price', 'name'];
/**
 * Maximum number of rounds of removal. Removing words may change the typeface, and another typeface may lack other
 * glyphs. In practice the second round finds nothing more to remove.
 */
const roundsMax = 4;

/**
 * Briefs that have no text left to remove. They are remembered so that the other aspect ratios of a job skip the check.
 */
const settled = new WeakSet<Brief>();

/**
 * Removes from the copy and the brand name all text that no font can draw. A brief that this function has returned
 * before is returned unchanged.
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
 * Merges the omissions of all rounds into one omission for each part of the copy. The last round decides whether a part
 * is left out completely.
 */
export function mergedByPiece(leftOut: readonly Readonly<LeftOut>[]): LeftOut[] {
  const byPiece = new Map<Piece, LeftOut>();
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
  const text = (piece: Piece) => judged.find((each) => each.piece === piece)?.text ?? '';
  return {
    brief: {
      ...brief,
      copy: {
        headline: text('headline'),
        subheadline: text('subheadline'),
        cta: text('cta'),
        offer: text('offer'),
        price: text('price'),
      },
      kit: { ...brief.kit, name: text('name') === '' ? null : text('name') },
    },
    leftOut: judged
      .map((each) => ({ piece: each.piece, isWhole: each.text === '' && each.given !== '', characters: each.lost }))
      .filter(({ isWhole, characters }) => isWhole || characters.length > 0),
  };
}
