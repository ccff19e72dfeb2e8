import { describe, expect, test } from '@jest/globals';
import { svgDataUrl } from '../../studio/pictures/picture-data-url.ts';
import type { Brand } from '../../schema/brand.ts';
import { responseBytesMax } from '../../schema/response-parts.ts';
import type { QualityCheck } from '../../studio/brief.ts';
import { noCopy } from '../../studio/copy/drawn-copy.ts';
import type { MadePicture } from '../../schema/made-file.ts';
import { imageResponse, type FinishedImages } from './image-response.ts';

const brand: Brand = {
  name: 'Marl',
  colors: [],
  fonts: [],
  logo: null,
  headlines: [],
  ctas: [],
  product: null,
  onboarding: 'done',
};
const check: QualityCheck = { check: 'text_contrast', value: 7, limit: 4.5, passed: true };
const ad = (aspectRatio: string, copy = noCopy): MadePicture => ({
  file: 'ad-1.png',
  aspectRatio,
  bytes: 3,
  sha256: 'abc',
  ...{ width: 1024, height: 1024, copy, hasLogo: false, checks: [check], altText: 'An ad.' },
  ...{ dropped: [], shown: null, layout: 'statement', seed: 's', model: 'adwright-studio', degraded: false },
});
const finished: FinishedImages = {
  pictures: [ad('1:1')],
  resolution: '1K',
  concept: null,
  brand,
  provenance: { generator: 'adwright/0', model: 'adwright-studio', digital_source_type: 'x' },
  notes: [],
};

test('the response for one image has its facts and the checks', () => {
  expect(imageResponse(finished)).toEqual({
    images: [
      {
        file: 'ad-1.png',
        aspect_ratio: '1:1',
        resolution: '1K',
        width: 1024,
        height: 1024,
        format: 'png',
        bytes: 3,
        sha256: 'abc',
        alt_text: 'An ad.',
      },
    ],
    copy: noCopy,
    concept: null,
    brand,
    quality: { passed: true, checks: [check] },
    provenance: finished.provenance,
    degraded: false,
    notes: [],
  });
});

test('the response has the score of each image with its parts', () => {
  const score = { total: 0.7, parts: [{ name: 'balance', value: 0.9 }] };
  expect(imageResponse({ ...finished, pictures: [{ ...ad('1:1'), score }] })).toMatchObject({
    quality: { scores: [{ aspect_ratio: '1:1', layout: 'statement', score: 0.7, parts: score.parts }] },
  });
});

test('a response is degraded if the studio stood in for the model of any picture', () => {
  const pictures = [ad('1:1'), { ...ad('4:1'), degraded: true }];
  expect(imageResponse({ ...finished, pictures })).toMatchObject({ degraded: true });
});

test('checks of several images name their image, and the copy has every line that any image shows', () => {
  const response = imageResponse({ ...finished, pictures: [ad('1:1'), ad('4:1', { ...noCopy, headline: 'Hi' })] });
  expect(response).toMatchObject({
    copy: { headline: 'Hi' },
    quality: { checks: [{ check: '1:1 text_contrast' }, { check: '4:1 text_contrast' }] },
  });
});

describe('size limits of the response', () => {
  test('the response keeps fifty distinct notes, and the last one counts the rest', () => {
    const notes = Array.from({ length: 80 }, (_, at) => `note ${at % 70}`);
    const { notes: kept } = imageResponse({ ...finished, notes });
    expect(kept).toHaveLength(50);
    expect(kept).toEqual([...notes.slice(0, 49), '21 more notes are not shown.']);
  });

  test('the response keeps a hundred checks and every failed one', () => {
    const checks = [...Array.from({ length: 120 }, () => check), { ...check, passed: false }];
    const response = imageResponse({ ...finished, pictures: [{ ...ad('1:1'), checks }] });
    expect(response).toMatchObject({ quality: { passed: false } });
    expect(JSON.stringify(response)).toContain('"passed":false}');
  });

  test('the largest response stays well below 64 KiB and keeps the copy', () => {
    const url = `https://cdn.example.com/${'p'.repeat(2_000)}`;
    const text = '字'.repeat(500);
    const full: Brand = {
      name: text.slice(0, 200),
      colors: Array.from({ length: 40 }, () => ({
        hex: '#112233',
        label: '字'.repeat(64),
        role: 'other',
        source: 'request',
        confidence: 1,
      })),
      fonts: Array.from({ length: 20 }, () => ({ family: '字'.repeat(100), url, source: 'request', confidence: 1 })),
      logo: { url, source: 'request', confidence: 1 },
      headlines: Array.from({ length: 60 }, () => ({ text, source: 'page' })),
      ctas: Array.from({ length: 60 }, () => ({ text, source: 'page' })),
      product: {
        name: text.slice(0, 200),
        description: '字'.repeat(5_000),
        price: '1',
        currency: 'EUR',
        images: Array.from({ length: 16 }, () => url),
        source: 'request',
      },
      onboarding: 'done',
    };
    const copy = { headline: text, subheadline: text, cta: text, offer: text, price: '字'.repeat(64) };
    const pictures = Array.from({ length: 6 }, (_, at) => ({ ...ad(`${at}:1`, copy), altText: '字'.repeat(600) }));
    const notes = Array.from({ length: 50 }, (_, at) => `${at}${'字'.repeat(500)}`);
    const response = imageResponse({ ...finished, pictures, concept: '字'.repeat(3_000), brand: full, notes });
    expect(Buffer.byteLength(JSON.stringify(response))).toBeLessThan(60 * 1024);
    expect(response).toMatchObject({ copy, brand: { logo: { url } } });
  });
});

test('a response that is too large leaves out a logo in a data URL, and keeps the URL of a logo', () => {
  const source = 'page' as const;
  const color = { hex: '#ffffff', label: '字'.repeat(1_000), role: 'other' as const, source, confidence: 0.5 };
  const colors = Array.from({ length: 12 }, () => color);
  const pictures = Array.from({ length: 6 }, (_, at) => ({ ...ad(`1:${at + 1}`), altText: '字'.repeat(1_000) }));
  const notes = Array.from({ length: 50 }, (_, at) => `${at} ${'字'.repeat(700)}`);
  const hasLogo = (url: string): boolean => {
    const logo = { url, source, confidence: 0.9 };
    const concept = '字'.repeat(1_500);
    const response = imageResponse({ ...finished, pictures, concept, notes, brand: { ...brand, colors, logo } });
    expect(Buffer.byteLength(JSON.stringify(response))).toBeLessThan(responseBytesMax);
    return (response as { brand: Brand }).brand.logo !== null;
  };
  expect(hasLogo(svgDataUrl('x'.repeat(18_000)))).toBe(false);
  expect(hasLogo('https://marl.example/logo.svg')).toBe(true);
});
