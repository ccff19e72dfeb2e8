import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { z } from 'zod';
import type { Egress } from '../../src/egress/port.ts';
import { imageSize, parseAspectRatios } from '../../src/schema/aspect-ratio.ts';
import { missingParts } from '../../src/stages/image/draw.ts';
import { prepareImage } from '../../src/stages/image/image.ts';
import type { Brief } from '../../src/studio/brief.ts';
import { emptyMax } from '../../src/studio/candidates/empty-share.ts';
import { layouts } from '../../src/studio/layouts/registry.ts';
import { statement } from '../../src/studio/layouts/statement.ts';
import { type RawAd, renderRaw } from '../../src/studio/studio.ts';
import { inMemoryStage } from '../../test/support/stages/stage-scene.ts';
import { storedEgress } from '../../test/support/network/stored-egress.ts';
import { patternsFor } from '../../src/studio/text/hyphenation/pattern-names.ts';
import { picturePool, pictureUrl } from '../../test/support/studio/random-ads/pictures.ts';
import { type GivenRequest, givenRequests, jobIdOf } from './requests.ts';
import { type PoolPicture, type RandomRequest, randomRequests } from './random-requests.ts';

interface RandomOptions {
  count: number;
  seed: number;
  /** Factor of width and height. */
  scale: number;
  /** Folders with requests, whose pictures are used too. */
  pictures: readonly string[];
  /** Folder for the pictures of requests with a fault. */
  out: string;
}

/** Kinds of faults that are counted, each with the requests that have it. */
const faults = {
  crash: 'crash',
  'hard rule': 'a quality check failed',
  'broken word': 'a word is broken across two lines in a language without hyphenation',
  hyphenated: 'a word is hyphenated',
  'empty area': 'more than 35 % of the safe area is empty',
  'text on subject': 'a text covers the subject',
  'missing picture': 'a given picture is missing without a direction or a note',
  'missing, noted': 'a given picture is missing, with a note',
  'grounds differ': 'the ads of one job have different grounds',
  'same picture': 'two requests gave the same picture',
} as const;
type Fault = keyof typeof faults;

interface Tally {
  faults: Map<Fault, string[]>;
  layouts: Map<string, number>;
  pictures: number;
  /** Requests by the content of their ads. */
  seen: Map<string, string>;
}

/** Draws random requests and prints how often each fault occurs. Returns the number of requests with a hard fault. */
export async function runRandom({ count, seed, scale, pictures, out }: RandomOptions): Promise<number> {
  const { pool, egress } = await pictureSources(pictures);
  const requests = fc.sample(randomRequests(pool), { seed, numRuns: count });
  const tally: Tally = { faults: new Map(), layouts: new Map(), pictures: 0, seen: new Map() };
  mkdirSync(out, { recursive: true });
  for (const [at, request] of requests.entries()) {
    const name = `${seed}-${at}`;
    const found = await faultsOf(request, { name, egress, scale, tally });
    for (const [fault, detail] of found.faults) {
      console.log(`${fault} ${name}: ${detail}`);
      tally.faults.set(fault, [...(tally.faults.get(fault) ?? []), `${name}: ${detail}`]);
    }
    if (found.faults.length > 0) await keep(name, request, { ads: found.ads, out });
    if ((at + 1) % 50 === 0) console.log(`${at + 1} of ${count}`);
  }
  printTally(tally, count);
  const soft: Fault[] = ['missing, noted', 'hyphenated'];
  return [...tally.faults].filter(([fault]) => !soft.includes(fault)).reduce((sum, [, list]) => sum + list.length, 0);
}

/** Synthetic pictures and logos of the tests in which no fault is built in. */
const synthetic: [string, PoolPicture['label']][] = [
  ['lake.jpg', 'lifestyle'],
  ['mug.jpg', 'product'],
  ['photo-wide.jpg', 'lifestyle'],
  ['photo-tall.jpg', 'lifestyle'],
  ['packshot.png', 'packshot'],
  ['packshot-wide.png', 'packshot'],
  ['on-white.jpg', 'packshot'],
  ['subject-middle.jpg', 'product'],
  ['logo.svg', 'logo'],
  ['logo-white.svg', 'logo'],
  ['logo-yellow.svg', 'logo'],
  ['logo-tile.svg', 'logo'],
  ['logo.png', 'logo'],
  ['logo-long.png', 'logo'],
];

async function pictureSources(folders: readonly string[]): Promise<{ pool: PoolPicture[]; egress: Egress }> {
  const made = storedEgress(
    Object.fromEntries([...(await picturePool())].map(([name, bytes]) => [pictureUrl(name), bytes])),
  );
  const given = folders.flatMap((folder) => givenRequests(folder)).filter(({ type }) => type === 'image_ad');
  const byHost = new Map<string, Egress>();
  const real = given.flatMap((request, at) => {
    const host = `given-${at}.example`;
    byHost.set(host, hostedAt(request.egress));
    return picturesOf(request).map((picture) => ({ ...picture, url: picture.url.replace('given.example', host) }));
  });
  const pool = [...synthetic.map(([name, label]) => ({ url: pictureUrl(name), label })), ...real];
  const egress: Egress = {
    fetch: (url, limits, signal) => (byHost.get(new URL(url).host) ?? made).fetch(url, limits, signal),
  };
  return { pool, egress };
}

const hostedAt = (egress: Egress): Egress => ({
  fetch: (url, limits, signal) => egress.fetch(url.replace(/given-\d+\.example/, 'given.example'), limits, signal),
});

const Images = z
  .array(z.object({ image_url: z.string(), labels: z.array(z.enum(['logo', 'product', 'packshot', 'lifestyle'])) }))
  .default([]);
const Pictures = z.object({
  brand_data: z.object({ brand_images: Images }),
  product_metadata: z.object({ product_images: Images }).optional(),
});

function picturesOf({ body }: GivenRequest): PoolPicture[] {
  const { brand_data: brand, product_metadata: product } = Pictures.parse(body);
  return [...brand.brand_images, ...(product?.product_images ?? [])].map(({ image_url: url, labels }) => ({
    url,
    label: labels[0] ?? 'product',
  }));
}

interface Drawn {
  ratio: string;
  ad: RawAd;
}

interface Found {
  faults: [Fault, string][];
  ads: Drawn[];
}

async function faultsOf(
  request: RandomRequest,
  { name, egress, scale, tally }: { name: string; egress: Egress; scale: number; tally: Tally },
): Promise<Found> {
  const ads: Drawn[] = [];
  try {
    const { context } = inMemoryStage({ stage: 'image', request: request.body, egress, jobId: jobIdOf(name) });
    const { brief, file } = await prepareImage(context);
    const { ads: wanted } = z.object({ ads: z.array(z.object({ aspectRatio: z.string() })) }).parse(file.wanted);
    for (const { aspectRatio } of wanted) {
      const ad = await renderRaw(brief, sizeOf(aspectRatio, scale));
      ads.push({ ratio: aspectRatio, ad });
      tally.layouts.set(ad.layout, (tally.layouts.get(ad.layout) ?? 0) + 1);
      tally.pictures += 1;
    }
    return { ads, faults: [...drawnFaults(brief, ads), ...(await sameAs(name, ads, tally))] };
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 2).join(' ') : '';
    return { ads, faults: [['crash', reason]] };
  }
}

function sizeOf(text: string, scale: number) {
  const [ratio = { width: 1, height: 1 }] = parseAspectRatios(text);
  const { width, height } = imageSize(ratio, '1K');
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function drawnFaults(brief: Brief, ads: readonly Drawn[]): [Fault, string][] {
  const found: [Fault, string][] = [];
  for (const { ratio, ad } of ads) {
    for (const { check, value, limit, passed } of ad.checks) {
      const isSubject = check === 'text_on_subject' || check === 'subject_covered';
      if (!passed) found.push([isSubject ? 'text on subject' : 'hard rule', `${ratio} ${check} ${value}/${limit}`]);
    }
    const kind = patternsFor(brief.language) === null ? 'broken word' : 'hyphenated';
    if (ad.broken.length > 0) found.push([kind, `${ratio} ${ad.layout} ${ad.broken.join()}`]);
  }
  return [...found, ...ads.flatMap(emptyFaults), ...missingFaults(brief, ads), ...groundFaults(ads)];
}

/** A statement has no picture and fills its empty part with shapes. */
function emptyFaults({ ratio, ad }: Drawn): [Fault, string][] {
  if (ad.layout === statement.name) return [];
  const fill = ad.score.parts.find(({ name }) => name === 'fill')?.value ?? 1;
  return (1 - fill) / 2 > emptyMax ? [['empty area', `${ratio} ${ad.layout} fill ${fill}`]] : [];
}

function missingFaults(brief: Brief, ads: readonly Drawn[]): [Fault, string][] {
  const isGiven = brief.pictures.some(({ role }) => role !== 'logo' && role !== 'reference');
  const without = ads.filter(({ ad }) => ad.shown === null).map(({ ratio, ad }) => `${ratio} ${ad.layout}`);
  if (!isGiven || without.length === 0 || brief.direction.picture === 'none') return [];
  const notes = missingParts(
    brief,
    ads.map(({ ratio, ad }) => ({ ...ad, aspectRatio: ratio, dropped: [...ad.dropped] })),
  );
  const isNoted = notes.some((note) => note.includes('picture'));
  return [[isNoted ? 'missing, noted' : 'missing picture', without.join(', ')]];
}

/** Share of the pixels along the edges from which on a colour is the ground of an ad. */
const groundShareMin = 0.6;
/** Width of the edges, as a share of the short side. */
const edgeShare = 0.03;

/** Compares the colour along the edges of the ads, if it is most of them. A shape or a field may cover more than the ground. */
function groundFaults(ads: readonly Drawn[]): [Fault, string][] {
  const grounds = ads.flatMap(({ ratio, ad }) => {
    const ground = edgeColor(ad);
    return ground.share < groundShareMin ? [] : [{ ratio, ...ground }];
  });
  const [first, ...rest] = grounds;
  const other = rest.find(({ color }) => first !== undefined && distance(color, first.color) > 48);
  return first === undefined || other === undefined
    ? []
    : [['grounds differ', `${first.ratio} rgb(${first.color.join()}), ${other.ratio} rgb(${other.color.join()})`]];
}

type Color = readonly [number, number, number];

const distance = (a: Color, b: Color): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function edgeColor({ pixels, width, height }: RawAd): { color: Color; share: number } {
  const counts = new Map<number, number>();
  const edge = Math.max(1, Math.round(edgeShare * Math.min(width, height)));
  let total = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (Math.min(x, y, width - 1 - x, height - 1 - y) >= edge) continue;
      const at = (y * width + x) * 3;
      const key = ((pixels[at] ?? 0) >> 4) * 256 + ((pixels[at + 1] ?? 0) >> 4) * 16 + ((pixels[at + 2] ?? 0) >> 4);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      total += 1;
    }
  const [key, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0]);
  const level = (value: number): number => (value % 16) * 16 + 8;
  return { color: [level(key >> 8), level(key >> 4), level(key)], share: count / total };
}

/** Compares ads, reduced to 16 by 16 pixels, with those of all earlier requests. */
async function sameAs(name: string, ads: readonly Drawn[], { seen }: Tally): Promise<[Fault, string][]> {
  const found: [Fault, string][] = [];
  for (const { ratio, ad } of ads) {
    const small = await raw(ad).resize(16, 16, { fit: 'fill' }).raw().toBuffer();
    const key = `${ratio} ${Array.from(small, (value) => value >> 3).join()}`;
    const earlier = seen.get(key);
    if (earlier !== undefined && earlier !== name) found.push(['same picture', `${ratio} as ${earlier}`]);
    seen.set(key, name);
  }
  return found;
}

const raw = ({ pixels, width, height }: RawAd) => sharp(pixels, { raw: { width, height, channels: 3 } });

async function keep(name: string, request: RandomRequest, { ads, out }: { ads: Drawn[]; out: string }): Promise<void> {
  writeFileSync(join(out, `${name}.json`), JSON.stringify(request.body, null, 2));
  for (const { ratio, ad } of ads)
    await raw(ad)
      .png()
      .toFile(join(out, `${name}-${ratio.replace(':', 'x')}.png`));
}

function printTally({ faults: found, layouts: used, pictures }: Tally, count: number): void {
  const rows = Object.entries(faults).map(([fault, meaning]) => {
    const list = found.get(fault as Fault) ?? [];
    return { fault, requests: new Set(list.map((line) => line.split(':')[0])).size, meaning, first: list[0] ?? '' };
  });
  console.log(`${count} requests, ${pictures} pictures`);
  console.table(rows);
  const unused = layouts.map(({ name }) => name).filter((name) => !used.has(name));
  console.log(`${used.size} layouts used:`, Object.fromEntries([...used].sort(([, a], [, b]) => b - a)));
  if (unused.length > 0) console.log(`not used: ${unused.join(', ')}`);
}
