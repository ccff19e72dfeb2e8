import { describe, expect, test } from '@jest/globals';
import type { AdJobSpec } from '../schema/adjob.ts';
import { isStoreError } from '../objects/store-error.ts';
import { adAccountKind, adJobKind, apiKeyKind } from './kinds.ts';

const image = { brandData: { brandUrl: 'https://a.example/' } };
const video = {
  brandMetadata: { brandImages: null },
  productMetadata: { productImages: [{ imageUrl: 'https://a.example/1' }] },
  generationMetadata: { targetDuration: 12 },
};
const spec = { type: 'image_ad', accountRef: { name: 'acme' }, image };

/** Returns the message of the `Invalid` error that `read` must throw. */
function complaint(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (isStoreError(error, 'Invalid')) return error.message;
    throw error;
  }
  throw new Error('no Invalid error was thrown');
}

describe('the spec of an AdJob', () => {
  test('the spec of an AdJob gets defaults', () => {
    expect(adJobKind.parseSpec(spec)).toMatchObject({ image: { generationMetadata: { aspectRatios: '1:1' } } });
  });

  test('the spec of an AdJob treats null as absent and an empty list as no change', () => {
    const nulls = { ...spec, callbackUrl: null, apiKeyRef: null, image: { ...image, adCopies: [] } };
    expect(adJobKind.parseSpec(nulls)).toEqual(adJobKind.parseSpec(spec));
  });

  test('the spec of an AdJob is trimmed, and its lengths are checked before trimming', () => {
    const named = (brandName: string) => ({ ...spec, image: { brandData: { ...image.brandData, brandName } } });
    expect(adJobKind.parseSpec(named(' A '))).toMatchObject({ image: { brandData: { brandName: 'A' } } });
    const tooLong = `${'A'.repeat(200)} `;
    expect(complaint(() => adJobKind.parseSpec(named(tooLong)))).toContain('brandName: Use at most 200 characters.');
  });

  test.each<[string, object, string]>([
    ['no account', { accountRef: undefined }, 'spec.accountRef: This field is required.'],
    ['an account without a name', { accountRef: {} }, 'spec.accountRef.name: This field is required.'],
    ['an invalid account name', { accountRef: { name: 'A b' } }, 'spec.accountRef.name: Give a name of lower-case'],
    ['no request', { image: undefined }, 'spec: An image_ad requires image and forbids video'],
    ['two requests', { video }, 'spec: An image_ad requires image and forbids video'],
    ['the other request', { image: undefined, video }, 'spec: An image_ad requires image and forbids video'],
    ['an unknown field', { oops: 1 }, 'spec.oops: This field does not exist'],
    ['a snake_case field', { callback_url: 'https://a.example/' }, 'spec.callback_url: This field does not exist'],
    ['a blank field', { callbackUrl: '' }, 'spec.callbackUrl: Give an absolute URL'],
    ['no brand', { image: { brandData: {} } }, 'spec.image.brandData: Give brandUrl or at least one of brandImages.'],
    ['a negative time to live', { ttlSecondsAfterFinished: -1 }, 'spec.ttlSecondsAfterFinished: Give a number'],
  ])('the spec of an AdJob with %s is refused with a readable message', (_, change, words) => {
    expect(complaint(() => adJobKind.parseSpec({ ...spec, ...change }))).toContain(words);
  });

  test('the spec of a video ad is accepted', () => {
    const parsed = adJobKind.parseSpec({ type: 'video_ad', accountRef: { name: 'acme' }, video });
    expect(parsed.video).toMatchObject({ brandMetadata: { brandImages: [] } });
  });
});

describe('validateUpdate', () => {
  const before: AdJobSpec = adJobKind.parseSpec({
    ...spec,
    callbackUrl: 'https://a.example/',
    apiKeyRef: { name: 'k' },
  });
  const change = (after: AdJobSpec) => () => adJobKind.validateUpdate?.(before, after);
  const without = (field: keyof AdJobSpec): AdJobSpec => {
    const { [field]: _, ...rest } = before;
    return rest as AdJobSpec;
  };

  test.each<[string, Partial<AdJobSpec>]>([
    ['that changes nothing', {}],
    ['that sets cancel', { cancel: true }],
    ['that sets suspend', { suspend: true }],
    ['that sets the time to live', { ttlSecondsAfterFinished: 5 }],
  ])('an update of an AdJob %s is allowed', (_, after) => {
    expect(change({ ...before, ...after })).not.toThrow();
  });

  test.each<[string, AdJobSpec]>([
    ['type', { ...before, type: 'video_ad' }],
    ['accountRef', { ...before, accountRef: { name: 'other' } }],
    ['apiKeyRef', { ...before, apiKeyRef: { name: 'other' } }],
    ['callbackUrl', { ...before, callbackUrl: 'https://b.example/' }],
    ['callbackUrl', without('callbackUrl')],
    ['image', without('image')],
    ['video', { ...before, video: adJobKind.parseSpec({ ...spec, type: 'video_ad', image: null, video }).video }],
  ])('an update of an AdJob may not change %s', (field, after) => {
    expect(complaint(change(after))).toBe(
      `spec.${field}: This field is immutable. Only cancel, suspend and ttlSecondsAfterFinished can be changed; create another AdJob.`,
    );
  });

  test('an update of an AdJob reports each violated rule on its own line', () => {
    const after = { ...before, type: 'video_ad' as const, accountRef: { name: 'other' } };
    expect(complaint(change(after)).split('\n')).toEqual([
      expect.stringContaining('spec.type'),
      expect.stringContaining('spec.accountRef'),
    ]);
  });

  test('an update of an AdJob may not undo a cancel', () => {
    const cancelled = { ...before, cancel: true };
    expect(complaint(() => adJobKind.validateUpdate?.(cancelled, { ...before, cancel: false }))).toContain(
      'stays cancelled',
    );
    expect(complaint(() => adJobKind.validateUpdate?.(cancelled, before))).toContain('stays cancelled');
  });

  test('an ApiKey stays with its account', () => {
    const ofAccount = (name: string) => apiKeyKind.parseSpec({ accountRef: { name }, secretHash: '0'.repeat(64) });
    expect(() => apiKeyKind.validateUpdate?.(ofAccount('acme'), ofAccount('acme'))).not.toThrow();
    expect(complaint(() => apiKeyKind.validateUpdate?.(ofAccount('acme'), ofAccount('other')))).toMatch(
      /^spec\.accountRef: A key belongs to one account/,
    );
  });

  test('the amount of a grant cannot change, and grants can be added', () => {
    const granted = (...creditGrants: { id: string; amount: number }[]) => adAccountKind.parseSpec({ creditGrants });
    const before = granted({ id: 'one', amount: 5 });
    const added = granted({ id: 'two', amount: 7 }, { id: 'one', amount: 5 });
    expect(() => adAccountKind.validateUpdate?.(before, added)).not.toThrow();
    expect(complaint(() => adAccountKind.validateUpdate?.(before, granted({ id: 'one', amount: 6 })))).toMatch(
      /^spec\.creditGrants: The amount of a grant cannot change/,
    );
  });
});

describe('the other kinds', () => {
  const hash = 'a'.repeat(64);

  test('an AdAccount is active with weight 1 by default', () => {
    expect(adAccountKind.parseSpec({})).toEqual({ active: true, creditGrants: [], weight: 1 });
  });

  test.each<[string, object, string]>([
    ['the same grant twice', { creditGrants: [grant('a'), grant('a')] }, 'No two items may have the same id.'],
    [
      'a grant of zero',
      { creditGrants: [{ id: 'a', amount: 0 }] },
      'spec.creditGrants.0.amount: Give a number of at least 1.',
    ],
    [
      'a grant of half a credit',
      { creditGrants: [{ id: 'a', amount: 1.5 }] },
      'spec.creditGrants.0.amount: Give a whole number.',
    ],
  ])('an AdAccount with %s is refused', (_, change, words) => {
    expect(complaint(() => adAccountKind.parseSpec(change))).toContain(words);
  });

  test('an ApiKey is not revoked by default', () => {
    const key = { accountRef: { name: 'acme' }, secretHash: hash };
    expect(apiKeyKind.parseSpec(key)).toEqual({ ...key, revoked: false });
  });

  test.each<[string, object, string]>([
    ['a secret instead of its hash', { secretHash: 'adw_secret' }, 'spec.secretHash: Give a SHA-256'],
    ['an upper-case hash', { secretHash: hash.toUpperCase() }, 'spec.secretHash: Give a SHA-256'],
    ['an invalid expiry', { expiresAt: 'tomorrow' }, 'spec.expiresAt: Give a time as RFC 3339'],
    [
      'an expiry on a date that does not exist',
      { expiresAt: '2026-02-30T00:00:00Z' },
      'spec.expiresAt: Give a time as RFC 3339',
    ],
    ['more video creates than the cap', { limits: { videoCreatesPerMinute: 11 } }, 'spec.limits.videoCreatesPerMinute'],
  ])('an ApiKey with %s is refused', (_, change, words) => {
    const key = { accountRef: { name: 'acme' }, secretHash: hash, ...change };
    expect(complaint(() => apiKeyKind.parseSpec(key))).toContain(words);
  });

  function grant(id: string) {
    return { id, amount: 100 };
  }
});
