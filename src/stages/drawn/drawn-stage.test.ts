import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { madeLogoPng, madePackshot } from '../../../test/support/studio/made-pictures.ts';
import { inMemoryStage, type StageScene } from '../../../test/support/stages/stage-scene.ts';
import { storedEgress, type Stored } from '../../../test/support/network/stored-egress.ts';
import type { Egress } from '../../egress/port.ts';
import { BriefFile } from '../../schema/brief-file.ts';
import { MadeFile } from '../../schema/made-file.ts';
import { image, redrawImage } from '../image/image.ts';
import { PermanentFailure } from '../stage-errors.ts';
import { redrawStage } from './redraw-stage.ts';
import { readStored } from './stored-brief.ts';

const at = (name: string): string => `https://cdn.example.com/${name}`;
const files: Record<string, Stored> = {};
const request = {
  brand_data: {
    brand_name: 'Verdane',
    brand_images: [{ image_url: at('logo.png'), labels: ['logo'] }],
    fonts: [at('Verdane-Regular.woff2')],
  },
  product_metadata: { product_images: [{ image_url: at('bottle.png') }] },
  ad_copies: [{ copy_type: 'headline', copy_text: 'Cold water, all day' }],
  generation_metadata: { user_direction: 'Quiet and elegant' },
};

/** A guard that refuses everything, and counts what it refuses. */
function closedEgress(): Egress & { refused: number } {
  const egress = {
    refused: 0,
    fetch: () => {
      egress.refused += 1;
      return Promise.reject(new Error('The network is cut.'));
    },
  };
  return egress;
}

async function run(scene: Partial<StageScene>, from = request) {
  const { context, written } = inMemoryStage({ stage: 'image', request: from, egress: storedEgress(files), ...scene });
  const { response } = await image(context);
  return { response, written };
}

let first: Awaited<ReturnType<typeof run>>;

beforeAll(async () => {
  files[at('bottle.png')] = await madePackshot(500, 700);
  files[at('logo.png')] = await madeLogoPng();
  files[at('Verdane-Regular.woff2')] = readFileSync(
    'node_modules/@fontsource/figtree/files/figtree-latin-400-normal.woff2',
  );
  first = await run({});
});

let egress: ReturnType<typeof closedEgress>;

beforeEach(() => {
  egress = closedEgress();
});

const flaws: [string, (files: Map<string, Buffer>) => void][] = [
  ['materials that were changed', (files) => files.set('materials.bin', Buffer.from('changed'))],
  ['a brief that is cut off', (files) => files.set('brief.json', Buffer.from('{"format":1'))],
  ['no materials', (files) => files.delete('materials.bin')],
  [
    'the brief of another job',
    (files) => {
      const brief = BriefFile.parse(JSON.parse(String(files.get('brief.json'))));
      files.set('brief.json', Buffer.from(JSON.stringify({ ...brief, jobId: 'other' })));
    },
  ],
];

describe('the second attempt of a stage that draws', () => {
  test('draws the same ad from the brief of the first, without the network', async () => {
    const second = await run({ previous: first.written, egress });
    expect(second.response).toEqual(first.response);
    expect(second.written).toEqual(first.written);
    expect(egress.refused).toBe(0);
  });

  test.each(flaws)('prepares a new brief if it finds %s', async (_, spoil) => {
    const previous = new Map(first.written);
    spoil(previous);
    await expect(run({ previous, egress })).rejects.toThrow('The network is cut.');
  });
});

test('a stored brief gives the same files again, without the network', async () => {
  const stored = readStored(first.written.get('brief.json'), first.written.get('materials.bin'));
  const { context, written } = inMemoryStage({ stage: 'image', request, egress });
  if (stored === undefined) throw new Error('The brief cannot be read.');
  const { response } = await redrawImage(stored, context);
  expect(response).toEqual(first.response);
  expect(written.get('ad-1.png')).toEqual(first.written.get('ad-1.png'));
  expect(egress.refused).toBe(0);
});

test.each(flaws)('a redraw that finds %s fails for good and prepares no new brief', async (_, spoil) => {
  const previous = new Map(first.written);
  spoil(previous);
  const { context, written } = inMemoryStage({ stage: 'redraw', request, previous, egress });
  await expect(redrawStage(context)).rejects.toThrow(PermanentFailure);
  expect([written.size, egress.refused]).toEqual([0, 0]);
});

test('another look in the brief gives another ad', async () => {
  const stored = readStored(first.written.get('brief.json'), first.written.get('materials.bin'));
  if (stored?.brief.look === undefined) throw new Error('The brief has no look.');
  const { look } = stored.brief;
  const drawn = await Promise.all(
    (['quiet', 'loud'] as const).map(async (ground) => {
      const { context, written } = inMemoryStage({ stage: 'image', request, egress });
      await redrawImage({ ...stored, brief: { ...stored.brief, look: { ...look, ground } } }, context);
      return written.get('ad-1.png')?.toString('base64');
    }),
  );
  expect(new Set(drawn).size).toBe(2);
});

test('a brief and the description of the ad say how it was made', () => {
  const brief = BriefFile.parse(JSON.parse(String(first.written.get('brief.json'))));
  expect(brief).toMatchObject({
    jobId: '0190f5a0-0000-7000-8000-000000000001',
    architecture: process.arch,
    direction: 'Quiet and elegant',
    evidence: { name: 'Verdane' },
    brief: {
      seed: '0190f5a0-0000-7000-8000-000000000001',
      pictures: [{ role: 'product' }],
      kit: { fonts: [{ family: 'Verdane' }] },
    },
  });
  const made = MadeFile.parse(JSON.parse(String(first.written.get('made.json'))));
  expect(made.pictures).toEqual([
    expect.objectContaining({ file: 'ad-1.png', seed: brief.brief.seed, model: 'adwright-studio', degraded: false }),
  ]);
});
