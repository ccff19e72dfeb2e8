import pino from 'pino';
import { imageAd } from '../../../src/ads/image/image-ad.ts';
import { parseAllowList } from '../../../src/domain/address-rule.ts';
import { Guard } from '../../../src/egress/guard.ts';
import { GuardedEgress } from '../../../src/egress/guarded-egress.ts';
import { BrandExtract } from '../../../src/schema/brand.ts';
import { onboarding } from '../../../src/stages/onboarding/onboarding.ts';

export interface OnboardWish {
  brandUrl?: string | undefined;
  productUrl?: string | undefined;
  /** Browser that paints the pages. Default: none. */
  browser?: string;
  /** Path of the Unix socket of a browser in another container. Default: none. */
  socket?: string;
}

/** Runs the onboarding stage over HTTP on 127.0.0.1. Returns its output, validated by the schema. */
export async function onboard({
  brandUrl,
  productUrl,
  browser = 'off',
  socket = '',
}: OnboardWish): Promise<{ extract: BrandExtract; summary: string }> {
  let written: string | undefined;
  const image = {
    brandData: brandUrl === undefined ? { brandImages: [{ imageUrl: 'https://example.com/a.png' }] } : { brandUrl },
    ...(productUrl === undefined ? {} : { productMetadata: { productUrl, productImages: null } }),
  };
  const request = imageAd.adRequest({ type: 'image_ad', image });
  if (request === undefined) throw new Error('The request is invalid.');
  const { summary } = await onboarding({
    input: {
      jobId: 'job-1',
      stage: 'onboarding',
      attempt: 1,
      inputs: {},
      outputs: { 'brand.json': { kind: 'file', path: 'brand.json' } },
      result: { kind: 'file', path: 'result.json' },
      earlier: {},
    },
    ad: image,
    request,
    read: () => Promise.resolve(undefined),
    write: (file, bytes) => {
      if (file === 'brand.json') written = bytes.toString('utf8');
      return Promise.resolve();
    },
    egress: new GuardedEgress({ guard: new Guard({ allow: parseAllowList('127.0.0.0/8:*') }), version: 'test' }),
    cutoutDir: '/nowhere',
    voicesDir: '/nowhere',
    browser: { wanted: browser, path: process.env['PATH'] ?? '', socket },
    logger: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  });
  return { extract: BrandExtract.parse(JSON.parse(written ?? '{}')), summary };
}
