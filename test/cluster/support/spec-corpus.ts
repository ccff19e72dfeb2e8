import fc from 'fast-check';
import type { z } from 'zod';
import { imageAd } from '../../../src/ads/image/image-ad.ts';
import { videoAd } from '../../../src/ads/video/video-ad.ts';
import { camelKeys, camelName } from '../../../src/schema/camel.ts';
import { withoutAbsent } from '../../../src/schema/read.ts';
import {
  changed,
  imageFields,
  videoFields,
  wholeImage,
  wholeVideo,
  type Field,
  type Path,
} from '../../support/api/request-fields.ts';
import { text, url, wrongs } from '../../support/api/wrong-values.ts';
import { addresses, colours, numbers, pieces, ratios, tags, texts } from './edge-values.ts';

/** A spec of an AdJob. Its name says what is special about it. */
export interface SpecCase {
  name: string;
  spec: unknown;
  /** JSON text that replaces the string "@" in the spec. */
  number?: string;
}

/** The body of a request, and the spec that the API would write for it if it validated nothing. */
export interface RequestCase extends SpecCase {
  type: AdType;
  body: unknown;
}

export type AdType = 'image_ad' | 'video_ad';

interface Ad {
  schema: z.ZodType;
  whole: object;
  fields: readonly Field[];
  /** Name of the spec field that contains the request. */
  holder: 'image' | 'video';
}

export const ads: Record<AdType, Ad> = {
  image_ad: { schema: imageAd.request, whole: wholeImage, fields: imageFields, holder: 'image' },
  video_ad: { schema: videoAd.request, whole: wholeVideo, fields: videoFields, holder: 'video' },
};

/** A fixed seed, so that every run tests the same cases. */
const seed = 20_261_101;
const adTypes: readonly AdType[] = ['image_ad', 'video_ad'];

export function specOf(type: AdType, request: unknown): object {
  const { [camelName('callback_url')]: callbackUrl, ...ad } = { ...(camelKeys(request) as Record<string, unknown>) };
  const callback = callbackUrl === undefined ? {} : { callbackUrl };
  return { type, accountRef: { name: 'acme' }, ...callback, [ads[type].holder]: ad };
}

/** Returns requests in which one or several fields are changed. */
export function requestCases(): RequestCase[] {
  return adTypes.flatMap((type) => {
    const { schema, whole } = ads[type];
    return [...oneChange(type, forms), ...manyChanges(type)].map(({ name, changes }) => {
      const body = changes.reduce<unknown>((so, [path, value]) => changed(so, path, value), whole);
      return { name, type, body, spec: specOf(type, withoutAbsent(schema, body)) };
    });
  });
}

/** Returns specs as a user may apply them with kubectl, in which one or several fields are changed. */
export function specCases(): SpecCase[] {
  return adTypes.flatMap((type) =>
    [...oneChange(type, edges), ...manyChanges(type)].map(({ name, changes }) => {
      const ad = changes.reduce<unknown>((so, [path, value]) => changed(so, path, value), ads[type].whole);
      return { name: `spec ${name}`, spec: specOf(type, ad) };
    }),
  );
}

export function numberCases(): SpecCase[] {
  const image = specOf('image_ad', wholeImage);
  const film = specOf('video_ad', changed(wholeVideo, ['generation_metadata', 'target_duration'], '@'));
  return numbers.flatMap((number) => [
    { name: `ttl = ${number}`, spec: { ...image, ttlSecondsAfterFinished: '@' }, number },
    { name: `seconds = ${number}`, spec: film, number },
    { name: `cancel = ${number}`, spec: { ...image, cancel: '@' }, number },
  ]);
}

interface Changes {
  name: string;
  changes: readonly (readonly [Path, unknown])[];
}

function oneChange(type: AdType, valuesOf: (field: Field) => unknown[]): Changes[] {
  return ads[type].fields.flatMap((field) =>
    valuesOf(field).map((value) => ({
      name: `${type} ${field.path.join('.')} = ${show(value)}`,
      changes: [[field.path, value] as const],
    })),
  );
}

/** Returns values to put into a field of a request: wrong, missing and longest ones. */
function forms(field: Field): unknown[] {
  return [...wrongs(field).map(([value]) => value), undefined, null, '', ' \t', [], {}, ...longest(field)];
}

/**
 * Fields for which every edge value of their type is tested. For fields with the same schema, every ninth is enough.
 */
const tried = new Set(['brand_name', 'callback_url', 'labels']);

/**
 * Returns values to put into a field of a resource: texts around the maximum length with blanks at their ends, and the
 * edge values of each type.
 */
function edges(field: Field): unknown[] {
  const { kind, max = 2, path } = field;
  const isTried = path.some((step) => tried.has(String(step)));
  const some = (values: readonly unknown[]) => values.filter((_, index) => isTried || index % 9 === path.length);
  const byKind: Partial<Record<Field['kind'], unknown[]>> = {
    text: [...some(texts), ` ${text(max - 2)} `, ` ${text(max)}`, `${text(max)}\u3000`, 'İ'.repeat(max)],
    url: some(addresses),
    hex: colours,
    language: tags,
    ratios,
    number: [10, 15, 12.25, 9.999_999_999_999_999, 15.000_000_000_000_002, -0, 0, '12', [12]],
  };
  return [...(byKind[kind] ?? []), undefined, null, '', [], {}, ...longest(field)];
}

function longest({ kind, max, item }: Field): unknown[] {
  if (max === undefined) return [];
  if (kind === 'list') return [max, max + 1].map((length) => Array.from({ length }, () => item));
  return [max, max + 1].map(kind === 'url' ? url : text);
}

function manyChanges(type: AdType): Changes[] {
  const change = fc.constantFrom(...ads[type].fields).chain((field) => {
    const hand = fc.constantFrom(...forms(field), ...edges(field));
    const value = fc.oneof({ arbitrary: hand, weight: 3 }, made(field), fc.jsonValue({ maxDepth: 1 }));
    return value.map((one): [Path, unknown] => [field.path, one]);
  });
  const lists = fc.sample(fc.array(change, { minLength: 1, maxLength: 4 }), { seed, numRuns: 150 });
  return lists.map((changes) => ({
    name: `${type} ${changes.map(([path, value]) => `${path.join('.')} = ${show(value)}`).join(', ')}`,
    changes,
  }));
}

function made({ kind }: Field): fc.Arbitrary<unknown> {
  if (kind === 'url' || kind === 'language' || kind === 'ratios' || kind === 'hex') return pieces[kind];
  return kind === 'number' ? fc.double({ min: 9, max: 16, noNaN: true }) : fc.string({ unit: 'binary', maxLength: 8 });
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);
}
