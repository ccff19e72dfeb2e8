import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Brief } from '../../src/studio/brief.ts';
import { seededUnit } from '../../src/studio/seeded.ts';
import { prepareRequest } from '../gallery/draw-request.ts';
import type { GivenRequest } from '../gallery/requests.ts';
import { CandidateDraws, type DrawnCandidate } from './candidate-draws.ts';
import { type PairFile, pairJson, type Side } from './pair-file.ts';

/** Aspect ratios of the pairs of a brief, in turn. */
const ratios = ['1:1', '9:16', '16:9'];
/** Height of each ad on the picture of a pair, in pixels. */
const pairHeight = 560;
/** Share of the pairs whose two layouts are the same, if there are such candidates. */
const sameShare = 0.15;

interface PairOptions {
  /** Folder for the pairs. */
  out: string;
  /** Number of pairs of each brief. */
  count: number;
  seed: string;
}

/**
 * Draws pairs of candidates of a request: `NAME-1.png`, with the two ads side by side in an order that depends on the
 * seed, and `NAME-1.json` with their looks and features. Returns the number of pairs. A request that was drawn before
 * is not drawn again.
 */
export async function writePairs(given: GivenRequest, { out, count, seed }: PairOptions): Promise<number> {
  mkdirSync(out, { recursive: true });
  if (existsSync(join(out, pairJson(`${given.name}-1`)))) return 0;
  const { stored } = await prepareRequest(given);
  const { look: _, ...brief } = stored.brief;
  const pairs = await drawPairs(brief, { name: given.name, count, seed });
  for (const [at, { facts, png }] of pairs.entries()) {
    const name = `${given.name}-${at + 1}`;
    writeFileSync(join(out, `${name}.png`), png);
    writeFileSync(join(out, pairJson(name)), JSON.stringify(facts, null, 1));
  }
  return pairs.length;
}

interface DrawnPair {
  facts: PairFile;
  png: Buffer;
}

async function drawPairs(
  brief: Brief,
  { name, count, seed }: { name: string; count: number; seed: string },
): Promise<DrawnPair[]> {
  const chance = (purpose: string, at = 0): number => seededUnit(`${seed} ${name} ${at}`, purpose);
  const known = new Map<string, CandidateDraws>();
  const pairs: DrawnPair[] = [];
  const first = Math.floor(chance('ratio') * ratios.length);
  for (let at = 0; at < count; at += 1) {
    const ratio = ratios[(first + at) % ratios.length] ?? '1:1';
    const draws = known.get(ratio) ?? (await CandidateDraws.of(brief, ratio, `${seed} ${ratio} ${name}`));
    known.set(ratio, draws);
    const pair = await draws.nextPair(chance('same layout', at) < sameShare);
    if (pair === undefined) continue;
    const [A, B] = chance('order', at) < 0.5 ? [pair[1], pair[0]] : pair;
    pairs.push({ facts: { brief: name, ratio, A: sideOf(A), B: sideOf(B) }, png: await sideBySide([A, B]) });
  }
  return pairs;
}

const sideOf = ({ look, ad: { layout, score } }: DrawnCandidate): Side => ({
  look,
  layout,
  features: Object.fromEntries(score.parts.map(({ name, value }) => [name, value])),
});

async function sideBySide(pair: readonly DrawnCandidate[]): Promise<Buffer> {
  const small = await Promise.all(
    pair.map(({ ad: { pixels, width, height } }) =>
      sharp(pixels, { raw: { width, height, channels: 3 } })
        .resize({ height: pairHeight })
        .png()
        .toBuffer({ resolveWithObject: true }),
    ),
  );
  const width = small[0]?.info.width ?? 1;
  const gap = 24;
  const ground = { width: 2 * width + gap, height: pairHeight, channels: 3, background: '#808080' } as const;
  const placed = small.map(({ data }, at) => ({ input: data, left: at * (width + gap), top: 0 }));
  return sharp({ create: ground }).composite(placed).png({ compressionLevel: 6 }).toBuffer();
}
