import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startApi, type ApiService, type TestKey } from '../support/api/api-service.ts';
import { imageRequest, videoRequest } from '../support/api/ad-requests.ts';
import { unlimitedWindows } from '../support/api/unlimited-windows.ts';
import { exchange } from '../support/network/raw-http.ts';

let api: ApiService;
let key: TestKey;
beforeAll(async () => {
  api = await startApi({ windows: unlimitedWindows });
  key = await api.key();
});
afterAll(() => api.close());

const runs = 300;

async function post(path: string, body: string): Promise<Response> {
  const headers = { 'X-API-Key': key.secret, 'Content-Type': 'application/json' };
  return fetch(api.url + path, { method: 'POST', headers, body });
}

/** Values that parsers, stores and URL code often handle wrongly. */
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\u0000', '\ud800', '', ' ', '1:1,', '__proto__', 'https://[', 'http://1', 1e308, -0, null, [], {}),
  fc.webUrl(),
);

/** Generates the JSON of a valid request in which one value, at any depth, is replaced or one key is added. */
function broken(request: Record<string, unknown>): fc.Arbitrary<string> {
  const places = placesIn(request);
  return fc
    .tuple(fc.constantFrom(...places), odd)
    .map(([place, value]) => JSON.stringify(replaced(request, place, value)));
}

function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, member]) => placesIn(member, [...path, name]));
  return [path, [...path, 'extra'], ...inner];
}

function replaced(value: unknown, [name, ...rest]: string[], by: unknown): unknown {
  if (name === undefined) return by;
  const members: unknown[] | Record<string, unknown> = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...(value as object) };
  return Object.assign(members, { [name]: replaced(Object.getOwnPropertyDescriptor(members, name)?.value, rest, by) });
}

const wholeImage = imageRequest({
  brand_data: {
    brand_url: 'https://a.example/',
    brand_name: 'A',
    brand_images: [{ image_url: 'https://a.example/1', labels: ['logo'] }],
    fonts: ['https://a.example/f.woff2'],
    color_swatches: [{ hex: '#123456', label: 'x' }],
  },
  product_metadata: {
    product_url: 'https://a.example/p',
    product_name: 'P',
    product_description: 'D',
    product_images: null,
  },
  ad_copies: [{ copy_type: 'offer', copy_text: 'T', price: '1' }],
  generation_metadata: {
    aspect_ratios: '1:1',
    user_direction: 'x',
    language: 'en',
    no_text: true,
    resolution: '4K',
    reference_layouts: 'https://a.example/r',
  },
  callback_url: 'https://a.example/c',
});

test.each([
  ['/create_image_ad_async', wholeImage],
  ['/create_video_ad_async', videoRequest()],
])('no body sent to %s gets 500', async (path, request) => {
  await fc.assert(
    fc.asyncProperty(broken(request), async (body) => {
      const answer = await post(path, body);
      const value = (await answer.json()) as { errors?: { loc: unknown[]; msg: string; type: string }[] };
      expect([202, 422]).toContain(answer.status);
      if (answer.status === 422) {
        expect(value.errors?.length).toBeGreaterThan(0);
        for (const { loc, msg, type } of value.errors ?? []) {
          expect(['body', 'header']).toContain(loc[0]);
          expect(msg).not.toBe('');
          expect(type).toMatch(/^[a-z_]+$/);
        }
      }
    }),
    { numRuns: runs },
  );
});

test('no sequence of bytes as a body gets 500', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const headers = { 'X-API-Key': key.secret, 'Content-Type': 'application/json' };
      const answer = await fetch(`${api.url}/create_image_ad_async`, {
        method: 'POST',
        headers,
        body: Buffer.from(bytes),
      });
      expect([400, 422]).toContain(answer.status);
    }),
    { numRuns: runs },
  );
});

test('no path, query or header gets 500', async () => {
  const target = fc.oneof(
    fc.string({ unit: 'grapheme-ascii' }),
    fc.webPath(),
    fc.stringMatching(/^\/jobs\/[!-~]{0,40}$/),
  );
  await fc.assert(
    fc.asyncProperty(target, fc.string({ unit: 'grapheme-ascii' }), async (path, value) => {
      const lines = [`GET /${path.replaceAll(/[\r\n ]/g, '')} HTTP/1.1`, 'Host: a', `X-API-Key: ${key.secret}`];
      const answers = await exchange(
        api.port,
        [...lines, `X-Request-Id: ${value}`, 'Connection: close', '', ''].join('\r\n'),
      );
      expect(answers).toHaveLength(1);
      expect(answers[0]?.status).toBeLessThan(500);
    }),
    { numRuns: runs },
  );
});
