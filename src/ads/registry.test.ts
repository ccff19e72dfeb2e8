import { adTypes } from '#ad-types';
import { expect, test } from '@jest/globals';
import { rateWindows } from './known-types.ts';

/** Types may share a stage, which then has the same function that loads its code. */
const stages = new Map(adTypes.flatMap((type) => type.stages.map(({ load, name }) => [load, name])));
const commonFields = ['type', 'accountRef', 'apiKeyRef', 'callbackUrl', 'cancel', 'suspend', 'ttlSecondsAfterFinished'];

test.each<[string, readonly string[], RegExp]>([
  ['name', adTypes.map(({ name }) => name), /^[a-z]+(_[a-z]+)*$/],
  ['spec field', [...commonFields, ...adTypes.map(({ field }) => field)], /^[a-z]+([A-Z][a-z]+)*$/],
  ['rate limit', rateWindows.map(({ name }) => name), /^[a-z]+(-[a-z]+)*$/],
  ['stage', ['redraw', ...stages.values()], /^[a-z]+$/],
  ['action of the price list', adTypes.flatMap(({ prices }) => Object.keys(prices)), /^[a-z][a-zA-Z0-9]*$/],
])('each %s of the types of ads is well-formed and occurs once', (_, names, form) => {
  for (const name of names) expect(name).toMatch(form);
  expect(names).toEqual([...new Set(names)]);
});
