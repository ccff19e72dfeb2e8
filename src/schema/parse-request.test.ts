import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { judgeUrl, parseAddressRules } from '../domain/address-rule.ts';
import type { IssueType } from './issue.ts';
import {
  at,
  changed,
  imageFields,
  picture,
  videoFields,
  wholeImage,
  wholeVideo,
  type Field,
  type Path,
} from '../../test/support/api/request-fields.ts';
import { text, url, wrongs } from '../../test/support/api/wrong-values.ts';
import type { RequestRules } from './address-issues.ts';
import { imageAd } from '../ads/image/image-ad.ts';
import { videoAd } from '../ads/video/video-ad.ts';
import { parseRequest } from './parse-request.ts';

const rules: RequestRules = {
  allowHttpCallback: false,
  addressRule: (url) => judgeUrl(url, parseAddressRules({ allow: '', deny: '' })),
};

const parseImageRequest = (body: unknown, given: RequestRules) => parseRequest(imageAd.request, body, given);
const parseVideoRequest = (body: unknown, given: RequestRules) => parseRequest(videoAd.request, body, given);
type Parse = typeof parseImageRequest;
const show = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 40));

describe.each<[string, Parse, object, Field[]]>([
  ['image', parseImageRequest, wholeImage, imageFields],
  ['video', parseVideoRequest, wholeVideo, videoFields],
])('a request of type %s', (adType, parse, whole, fields) => {
  test(`a complete ${adType} request is accepted unchanged`, () => {
    expect(parse(whole, rules)).toEqual({ ok: true, value: whole });
  });

  const cases = fields.flatMap((field) =>
    wrongs(field).map(([value, type]): [string, Path, unknown, IssueType] => [
      `${field.path.join('.')} = ${show(value)}`,
      field.path,
      value,
      type,
    ]),
  );
  test.each(cases)(
    `a wrong value in a request of type ${adType} is reported with its field: %s`,
    (_name, path, value, type) => {
      const reading = parse(changed(whole, path, value), rules);
      const issues = reading.ok ? [] : reading.issues;
      expect(issues.map(({ loc, type: found }) => ({ loc, type: found }))).toEqual([{ loc: ['body', ...path], type }]);
      expect(issues[0]?.msg).toMatch(/^[A-Z].*\.$/);
      expect(issues[0]?.msg).not.toMatch(/invalid|expected|received|undefined/i);
    },
  );

  const objects = fields.filter(({ kind }) => kind === 'object').map(({ path }) => path);
  test.each([[], ...objects].map((path): [string, Path] => [path.join('.') || 'the top level', path]))(
    `an unknown field in a request of type ${adType} is refused in %s`,
    (_name, path) => {
      for (const name of ['extra', '__proto__', 'constructor', 'toString']) {
        const extended = Object.fromEntries([...Object.entries(at(whole, path) ?? {}), [name, 1]]);
        const reading = parse(changed(whole, path, extended), rules);
        expect(reading).toMatchObject({ ok: false, issues: [{ loc: ['body', ...path, name], type: 'unknown_field' }] });
      }
    },
  );

  const optional = fields.filter(
    ({ need, path }) => need === 'optional' && path.length <= 2 && path.at(-1) !== 'brand_url',
  );
  test.each(optional.map((field): [string, Field] => [field.path.join('.'), field]))(
    `the optional field %s of a request of type ${adType} may be absent, null or empty`,
    (_name, { path, kind }) => {
      const absent = parse(changed(whole, path, undefined), rules);
      expect(absent.ok).toBe(true);
      const isTextual = ['text', 'url', 'language', 'enum', 'ratios'].includes(kind);
      for (const value of [null, ...(isTextual ? ['', ' \t'] : []), ...(kind === 'list' ? [[]] : [])]) {
        expect(parse(changed(whole, path, value), rules)).toEqual(absent);
      }
    },
  );

  const bounded = fields.filter(({ max }) => max !== undefined);
  test.each(bounded.map((field): [string, Field] => [field.path.join('.'), field]))(
    `the field %s of a request of type ${adType} may be as long as its limit`,
    (_name, { path, kind, max = 0, item }) => {
      const longest = kind === 'list' ? Array.from({ length: max }, () => item) : kind === 'url' ? url(max) : text(max);
      expect(parse(changed(whole, path, longest), rules)).toMatchObject({ ok: true });
    },
  );

  test.each([null, undefined, [], 'x', 7, true])(
    `the body of a request of type ${adType} must be an object: %p`,
    (body) => {
      expect(parse(body, rules)).toMatchObject({ ok: false, issues: [{ loc: ['body'] }] });
    },
  );

  test(`parsing a parsed request of type ${adType} changes nothing`, () => {
    const place = fc.constantFrom(...fields.map(({ path }) => path));
    const value = fc.oneof(fc.constantFrom(null, '', ' x ', [], 'LoGo', undefined), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(place, value), { maxLength: 4 }), (changes) => {
        const body = changes.reduce<unknown>((so, [path, change]) => changed(so, path, change), whole);
        const first = parse(body, rules);
        if (first.ok) expect(parse(first.value, rules)).toEqual(first);
        else expect(first.issues.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('parseImageRequest', () => {
  const least = { brand_data: { brand_url: 'https://a.example/' } };

  test('an image request gets defaults', () => {
    const generation_metadata = { aspect_ratios: '1:1', language: 'en-us', no_text: false, resolution: '1K' };
    expect(parseImageRequest(least, rules)).toEqual({ ok: true, value: { ...least, generation_metadata } });
  });

  test.each([
    ['no brand data', {}],
    ['null for URL and images', { brand_url: null, brand_images: null }],
    ['a blank URL and an empty list of images', { brand_url: ' ', brand_images: [] }],
    ['only a name', { brand_name: 'A' }],
  ])('an image request needs a brand URL or a brand image: %s', (_, brand_data) => {
    const issues = [{ loc: ['body', 'brand_data'], type: 'missing' }];
    expect(parseImageRequest({ brand_data }, rules)).toMatchObject({ ok: false, issues });
  });

  test('an image request needs no URL if it has brand images', () => {
    expect(parseImageRequest({ brand_data: { brand_images: [picture] } }, rules)).toMatchObject({ ok: true });
  });

  test('null for the product images of an image request becomes an empty list', () => {
    const body = { ...least, product_metadata: { product_images: null } };
    expect(parseImageRequest(body, rules)).toMatchObject({ value: { product_metadata: { product_images: [] } } });
  });

  test('an image request is trimmed, and its labels become lower case', () => {
    const body = { brand_data: { brand_name: ' A b ', brand_images: [{ ...picture, labels: [' LoGo'] }] } };
    expect(parseImageRequest(body, rules)).toMatchObject({
      value: { brand_data: { brand_name: 'A b', brand_images: [{ labels: ['logo'] }] } },
    });
  });

  test('a label may have the longest length before it becomes lower case', () => {
    const body = { brand_data: { brand_images: [{ ...picture, labels: ['İ'.repeat(64)] }] } };
    expect(parseImageRequest(body, rules)).toMatchObject({
      value: { brand_data: { brand_images: [{ labels: ['i'.repeat(64)] }] } },
    });
  });

  test('every problem of an image request is reported at once', () => {
    const body = { brand_data: { fonts: ['x', 'y'], oops: 1 }, ad_copies: [{}], callback_url: 'http://10.0.0.1/' };
    const reading = parseImageRequest(body, rules);
    const places = reading.ok ? [] : reading.issues.map(({ loc }) => loc.join('.'));
    expect(places.toSorted()).toEqual([
      'body.ad_copies.0.copy_text',
      'body.ad_copies.0.copy_type',
      'body.brand_data',
      'body.brand_data.fonts.0',
      'body.brand_data.fonts.1',
      'body.brand_data.oops',
      'body.callback_url',
    ]);
  });

  test('a text that ends in half an emoji is refused with a message that says so', () => {
    const body: unknown = JSON.parse('{"brand_data":{"brand_url":"https://a.example/","brand_name":"Sale \\ud83d"}}');
    expect(parseImageRequest(body, rules)).toMatchObject({
      issues: [{ loc: ['body', 'brand_data', 'brand_name'], msg: expect.stringContaining('half of a character') }],
    });
    const whole = { brand_data: { ...least.brand_data, brand_name: 'Sale \ud83d\ude00' } };
    expect(parseImageRequest(whole, rules)).toMatchObject({ ok: true });
  });

  test('an http callback is accepted only if the installation allows it', () => {
    const body = { ...least, callback_url: 'http://a.example/' };
    expect(parseImageRequest(body, rules)).toMatchObject({
      issues: [{ loc: ['body', 'callback_url'], type: 'bad_url' }],
    });
    expect(parseImageRequest(body, { ...rules, allowHttpCallback: true })).toMatchObject({ ok: true });
  });
});

describe('parseVideoRequest', () => {
  const least = {
    brand_metadata: { brand_images: null },
    product_metadata: { product_images: [picture] },
    generation_metadata: { target_duration: 10 },
  };

  test('a video request gets defaults', () => {
    expect(parseVideoRequest(least, rules)).toEqual({
      ok: true,
      value: {
        ...least,
        brand_metadata: { brand_images: [] },
        generation_metadata: { target_duration: 10, aspect_ratio: '9:16', locale: 'en-US', generate_sound: false },
      },
    });
  });

  test('a video request without a product image needs a product page', () => {
    const issues = [{ loc: ['body', 'product_metadata', 'product_images'], type: 'too_few' }];
    expect(parseVideoRequest({ ...least, product_metadata: { product_images: [] } }, rules)).toMatchObject({ issues });
    const withPage = { product_images: [], product_url: 'https://a.example/' };
    expect(parseVideoRequest({ ...least, product_metadata: withPage }, rules)).toMatchObject({ ok: true });
  });

  test.each([10, 10.5, 15])('a video request may last %d seconds', (target_duration) => {
    expect(parseVideoRequest({ ...least, generation_metadata: { target_duration } }, rules)).toMatchObject({
      ok: true,
    });
  });
});
