import type { Brief, Copy } from '../brief.ts';
import type { TextEngine } from './engine.ts';
import { legibleText } from './legible-text.ts';
import { tidy } from './tidy.ts';
import { chooseTypeface } from './typeface.ts';
import { visible } from './visible.ts';

export type Piece = keyof Copy | 'name';

/** Part of the copy, or of the brand's name, that is not drawn. */
export interface LeftOut {
  piece: Piece;
  isWhole: boolean;
  /** No font has these; none where the piece had nothing in it that can be seen. */
  characters: readonly string[];
}

export interface Legible {
  /** Every character of its copy and name has a glyph. */
  brief: Brief;
  leftOut: LeftOut[];
}

const pieces: readonly Piece[] = ['headline', 'subheadline', 'cta', 'offer', 'price', 'name'];
/** Leaving words out may lead to another typeface, and that to other glyphs; in practice the second round finds nothing. */
const roundsMax = 4;

/** Briefs in which nothing is left to leave out, so that each ratio of a job does not examine them again. */
const settled = new WeakSet<Brief>();

/** Leaves out of the copy and of the brand's name what no font can draw. A brief that it returned comes back as it is. */
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

/** One entry for each piece, with the characters of all rounds. Whether the piece went whole, the last round tells. */
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
