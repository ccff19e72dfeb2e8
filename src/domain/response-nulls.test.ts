import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { finishedJob } from '../schema/endpoints/job-examples.ts';
import { ImageResponse } from '../ads/image/response.ts';
import { mergePatch } from '../objects/merge-patch.ts';
import { restoreNulls } from './response-nulls.ts';

test('restoreNulls restores the concept and the unknown brand fields of an image response', () => {
  const stored = { images: [], brand: { colors: [], product: { name: 'Mug', images: [] } }, credits: 5 };
  expect(restoreNulls('image_ad', stored)).toEqual({
    images: [],
    concept: null,
    credits: 5,
    brand: {
      colors: [],
      name: null,
      logo: null,
      product: { name: 'Mug', images: [], description: null, price: null, currency: null },
    },
  });
});

test('restoreNulls sets a missing product to null', () => {
  expect(restoreNulls('video_ad', { brand: {} })).toEqual({ brand: { name: null, logo: null, product: null } });
});

test('restoreNulls keeps existing values and adds no concept to a video response', () => {
  const whole = { video: {}, brand: { name: 'Marl', logo: null, product: null } };
  expect(restoreNulls('video_ad', whole)).toEqual(whole);
});

/** Paths of the nullable fields. `0` is the first item of an array. */
function nullablePaths(schema: unknown, path: string[] = []): string[][] {
  if (schema instanceof z.ZodNullable) return [path, ...nullablePaths(schema.unwrap(), path)];
  if (schema instanceof z.ZodArray) return nullablePaths(schema.element, [...path, '0']);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, inner]) => nullablePaths(inner, [...path, name]));
}

/** Returns the value with null at this path. */
function nulled([name = '', ...rest]: string[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => nulled(rest, item));
  const members = z.record(z.string(), z.unknown()).parse(value);
  return { ...members, [name]: rest.length === 0 ? null : nulled(rest, members[name]) };
}

/** Returns the value without nulls, as an API server stores it, also in the objects of an array. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const held = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(held.map(([name, inner]) => [name, withoutNulls(inner)]));
}

test.each(nullablePaths(ImageResponse).map((path) => [path.join('.'), path] as const))(
  'restoreNulls restores %s that the API server dropped',
  (_, path) => {
    const response = z.record(z.string(), z.unknown()).parse(nulled(path, finishedJob.response));
    const stored = z.record(z.string(), z.unknown()).parse(withoutNulls(mergePatch({}, response)));
    expect(restoreNulls('image_ad', stored)).toEqual(response);
  },
);
