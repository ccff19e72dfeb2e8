import { expect, test } from '@jest/globals';
import { imageSpec } from '../../test/support/pipeline/build-job.ts';
import { judgeUrl, parseAddressRules } from '../domain/address-rule.ts';
import type { RequestRules } from './address-issues.ts';
import { parseAdJobSpec } from './parse-adjob-spec.ts';

const rules: RequestRules = {
  allowHttpCallback: false,
  addressRule: (url) => judgeUrl(url, parseAddressRules({ allow: '', deny: '' })),
};

const lines = (spec: unknown): string[] => {
  const reading = parseAdJobSpec(spec, rules);
  return reading.ok ? [] : reading.issues.map(({ loc, type }) => `${loc.join('.')} ${type}`);
};

test('a valid spec gets the defaults of a request', () => {
  const spec = {
    type: 'image_ad',
    accountRef: { name: 'acme' },
    image: { brandData: { brandUrl: 'https://a.example' } },
  };
  const generationMetadata = { aspectRatios: '1:1', language: 'en-us', noText: false, resolution: '1K' };
  expect(parseAdJobSpec(spec, rules)).toEqual({
    ok: true,
    value: { ...spec, image: { ...spec.image, generationMetadata } },
  });
});

test('blank text in a spec is refused, although a request may have it', () => {
  expect(lines({ ...imageSpec(), image: { brandData: { brandUrl: '' } } })).toEqual([
    'spec.image.brandData.brandUrl bad_url',
  ]);
});

test('invalid fields and refused addresses are reported together', () => {
  const spec = { ...imageSpec(), callbackUrl: 'http://a.example/', video: { oops: 1 } };
  expect(lines({ ...spec, image: { brandData: { brandUrl: 'https://10.0.0.1/' } } })).toEqual(
    expect.arrayContaining([
      'spec bad_value',
      'spec.callbackUrl bad_url',
      'spec.image.brandData.brandUrl url_not_allowed',
      'spec.video.oops unknown_field',
    ]),
  );
});

test.each([null, undefined, 7, 'x', []])('a spec that is no object is refused without an exception: %j', (spec) => {
  expect(lines(spec)).toHaveLength(1);
});
