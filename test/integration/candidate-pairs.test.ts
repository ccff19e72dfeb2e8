import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { agreements } from '../../scripts/eval-candidates/agreement.ts';
import { writePairs } from '../../scripts/eval-candidates/draw-pairs.ts';
import { byFolds, byScore, fitWeights, pairsOf } from '../../scripts/eval-candidates/fit-pairs.ts';
import { labelledTable } from '../../scripts/eval-candidates/label.ts';
import { readOrder, readPair } from '../../scripts/eval-candidates/pair-file.ts';
import {
  FeatureValues,
  type LabelledPair,
  readPairTable,
  type Verdict,
} from '../../scripts/eval-candidates/pair-table.ts';
import { writeSheets } from '../../scripts/eval-candidates/sheets.ts';
import { givenRequests } from '../../scripts/gallery/requests.ts';
import { featureNames } from '../../src/studio/candidates/score.ts';
import { scoreWeights } from '../../src/studio/candidates/score-weights.ts';
import { madePackshot } from '../support/studio/made-pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'pairs-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const featuresWith = (values: Partial<FeatureValues>): FeatureValues =>
  FeatureValues.parse({ ...Object.fromEntries(featureNames.map((name) => [name, 0.5])), ...values });

const madePair = (at: number, picture: number, a: Verdict, b: Verdict = a): LabelledPair => ({
  brief: `brief-${at}`,
  ratio: '1:1',
  A: featuresWith({ picture }),
  B: featuresWith({ picture: 0.5, fill: 0.4 }),
  verdicts: { a, b },
});

test('the weights of the score are those that the labelled pairs give', () => {
  const weights = fitWeights(pairsOf(readPairTable(), false));
  expect(Object.keys(scoreWeights).sort()).toEqual(Object.keys(weights).sort());
  for (const name of featureNames) expect([name, scoreWeights[name]]).toEqual([name, expect.closeTo(weights[name], 2)]);
});

test('on held-out pairs, the score agrees with each reader in at least three of four', () => {
  const heldOut = pairsOf(readPairTable(), true);
  const { score } = agreements(heldOut, byScore(scoreWeights));
  expect(heldOut.length).toBeGreaterThanOrEqual(100);
  for (const { agreed, total } of [score.a, score.b]) expect(agreed / total).toBeGreaterThanOrEqual(0.75);
});

test('a feature that readers prefer gets a weight above 0', () => {
  const pairs = Array.from({ length: 40 }, (_, at) => madePair(at, at % 2, at % 2 === 1 ? 'A' : 'B'));
  expect(fitWeights(pairs).picture).toBeGreaterThan(0.5);
  expect(pairs.map(byFolds(pairs))).toEqual(pairs.map(({ verdicts }) => verdicts.a));
});

test('pairs that look the same to readers, or on which they differ, give no weights', () => {
  const pairs = [0, 1, 2, 3].map((at) => (at < 2 ? madePair(at, 1, 'same') : madePair(at, 1, 'A', 'B')));
  expect(fitWeights(pairs)).toMatchObject({ picture: 0, fill: 0 });
});

test('a feature that readers dislike gets no weight, and one in which no candidates differ keeps its weight', () => {
  const pairs = Array.from({ length: 40 }, (_, at) => madePair(at, at % 2, at % 2 === 1 ? 'B' : 'A'));
  expect(fitWeights(pairs)).toMatchObject({ picture: 0, texts: scoreWeights.texts });
});

test('agreement counts the pairs of which both readers prefer one candidate', () => {
  const pairs = [madePair(0, 1, 'A'), madePair(1, 1, 'B'), madePair(2, 1, 'A', 'B'), madePair(3, 1, 'A', 'same')];
  expect(agreements(pairs, () => 'A')).toEqual({
    readers: { agreed: 2, total: 3 },
    score: { a: { agreed: 2, total: 3 }, b: { agreed: 1, total: 3 } },
  });
});

test('pairs of a request are two layouts side by side, numbered on sheets and joined with what readers said', async () => {
  const [requests, out] = [join(folder, 'requests'), join(folder, 'out')];
  const sheets = join(out, 'sheets');
  mkdirSync(join(requests, 'lamp'), { recursive: true });
  writeFileSync(join(requests, 'lamp', 'lamp.png'), await madePackshot(600, 800));
  writeFileSync(join(requests, 'lamp', 'request.json'), JSON.stringify(lampRequest));
  for (const given of givenRequests(requests)) expect(await writePairs(given, { out, count: 1, seed: '1' })).toBe(1);
  const pair = readPair(out, 'lamp-1');
  expect(pair.A.layout).not.toBe(pair.B.layout);
  expect(await sharp(join(out, 'lamp-1.png')).metadata()).toMatchObject({ height: 560 });
  expect(await writeSheets(out, sheets, '1')).toBe(1);

  writeFileSync(join(out, 'arm-1.png'), await sharp(join(out, 'lamp-1.png')).toBuffer());
  writeFileSync(join(out, 'arm-1.json'), JSON.stringify({ ...pair, brief: 'arm' }));
  expect(await writeSheets(out, sheets, '1')).toBe(2);
  expect(readOrder(sheets)).toEqual([
    { pair: 1, name: 'lamp-1' },
    { pair: 2, name: 'arm-1' },
  ]);
  expect(readdirSync(sheets).sort()).toEqual(['order.json', 'sheet-001.png']);

  const files = ['a', 'b'].map((reader) => join(out, `${reader}.json`));
  writeFileSync(files[0] ?? '', JSON.stringify([{ pair: 2, better: 'B' }]));
  writeFileSync(files[1] ?? '', JSON.stringify([]));
  const table = labelledTable(out, sheets, files);
  expect(table.pairs).toEqual([
    { brief: 'arm', ratio: pair.ratio, A: pair.A.features, B: pair.B.features, verdicts: { a: 'B' } },
  ]);
});

const lampRequest = {
  brand_data: { brand_name: 'Lampa', brand_url: 'https://lampa.example/' },
  product_metadata: { product_images: [{ image_url: 'file:lamp.png', labels: ['product'] }] },
  ad_copies: [{ copy_type: 'headline', copy_text: 'Light where you read' }],
  generation_metadata: { aspect_ratios: '1:1' },
};
