/** @jest-environment-options {"customExportConditions": ["node", "node-addons", "adwright-third-type"]} */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { z } from 'zod';
import { generatedFiles } from '../../scripts/generated-files.ts';
import { readServiceConfig } from '../../src/config/service-config.ts';
import { createAccountMetrics } from '../../src/controllers/accounts/metrics.ts';
import { adJobKind, apiKeyKind } from '../../src/domain/kinds.ts';
import { priceList, requiredCredits } from '../../src/domain/pricing.ts';
import { timeLeftMs } from '../../src/domain/timeouts.ts';
import { controllerChecks } from '../../src/roles/checked-settings.ts';
import { Installation } from '../support/installation/installation.ts';
import { buildJob, imageRequest, imageSpec } from '../support/pipeline/build-job.ts';
import { Terminal } from '../support/process/terminal.ts';

const files = generatedFiles(join(import.meta.dirname, '../..'));
const generated = (path: string): unknown => parse(files.get(path) ?? '');

const stills = { brandMetadata: { brandName: 'Verdane' }, productMetadata: { productName: 'Oil', productImages: [] } };
const given = { type: 'stills_ad', accountRef: { name: 'acme' }, stills };
const spec = adJobKind.parseSpec(given);

describe('generated files of a type of ad that only a test registers', () => {
  test('the OpenAPI document describes its endpoint, request and response', async () => {
    const document = z.record(z.string(), z.unknown()).parse(generated('docs/reference/openapi.json'));
    expect((await new Validator().validate(structuredClone(document))).valid).toBe(true);
    expect(document).toHaveProperty(['paths', '/create_stills_ad_async', 'post', 'operationId'], 'createStillsAd');
    const schemas = ['components', 'schemas'];
    expect(document).toHaveProperty(
      [...schemas, 'StillsAdRequest', 'required'],
      ['brand_metadata', 'product_metadata'],
    );
    expect(document).toHaveProperty([...schemas, 'StillsResponse', 'properties', 'stills', 'type'], 'array');
    const job = [...schemas, 'Job', 'properties'];
    expect(document).toHaveProperty([...job, 'type', 'enum'], ['image_ad', 'video_ad', 'stills_ad']);
    expect(document).toHaveProperty(
      [...job, 'response', 'description'],
      expect.stringMatching(/ a stills_ad has `stills`\.$/),
    );
    expect(document).toHaveProperty(
      ['paths', '/jobs/{job_id}', 'get', 'description'],
      expect.stringContaining('; for a pair of stills, after 5 seconds and then every 10 seconds.'),
    );
  });

  test('the CRDs have its type, request, rules and limit', () => {
    const adJobs = files.get('crds/adjobs.yaml') ?? '';
    for (const part of [
      '                    - stills_ad\n',
      "&& has(self.stills) == (self.type == 'stills_ad')\n",
      'a stills_ad requires stills and forbids image and video.\n',
      '                  fieldPath: .stills\n',
      'rule: has(self.productName) || size(self.productImages) > 0\n',
    ]) {
      expect(adJobs).toContain(part);
    }
    expect(files.get('crds/apikeys.yaml')).toContain('requests per minute that create stills ads; at most 3.');
  });

  test('the chart has its limit, its price and its stage', () => {
    expect(generated('charts/adwright/values.yaml')).toMatchObject({ limits: { stillsCreatesPerMinute: 2 } });
    const schema = generated('charts/adwright/values.schema.json');
    const limit = ['properties', 'limits', 'properties', 'stillsCreatesPerMinute'];
    expect(schema).toHaveProperty(limit, { type: 'integer', minimum: 1, maximum: 3 });
    expect(files.get('charts/adwright/values.schema.json')).toContain('|video|stills)$"');
    const prices = ['properties', 'prices', 'propertyNames', 'enum'];
    expect(schema).toHaveProperty(prices, expect.arrayContaining(['image1k', 'stillPair']));
    expect(files.get('charts/adwright/README.md')).toContain(
      '| `limits.stillsCreatesPerMinute` | `2` | Requests that create stills ads; at most 3. |',
    );
  });

  test('the error reference has its timeout', () => {
    expect(files.get('docs/reference/errors.md')).toContain('45 minutes for a video, 20 minutes for a pair of stills.');
  });
});

describe('an AdJob of a type that only a test registers', () => {
  test('defaults are filled in', () => {
    expect(spec).toMatchObject({ stills: { generationMetadata: { size: 'small', language: 'en-US' } } });
  });

  test.each<[string, object, string]>([
    [
      'without its request',
      { ...given, stills: undefined },
      'a stills_ad requires stills and forbids image and video.',
    ],
    ['with the request of another type', { ...given, image: imageRequest() }, 'a stills_ad requires stills'],
    [
      'with a request that breaks a rule',
      { ...given, stills: { ...stills, productMetadata: { productImages: [] } } },
      'Give productName or a picture.',
    ],
  ])('an AdJob %s is refused', (_, wrong, message) => {
    expect(() => adJobKind.parseSpec(wrong)).toThrow(message);
  });

  test('its request cannot be changed', () => {
    const after = { ...spec, stills: { ...stills, brandMetadata: { brandName: 'Marl' } } };
    expect(() => {
      adJobKind.validateUpdate?.(spec, after);
    }).toThrow('spec.stills: This field is immutable.');
  });

  test('its price and its time are those of its type', () => {
    expect(requiredCredits(spec)).toBe(7);
    expect(requiredCredits(spec, priceList({ stillPair: 9 }))).toBe(9);
    expect(Object.values(priceList()).at(-1)).toEqual({ action: 'Pair of stills', credits: 7, unit: 'pair' });
    expect(timeLeftMs(buildJob({ spec }), undefined, new Date('2026-11-01T12:05:00Z'))).toBe(15 * 60_000);
  });
});

describe('settings, metrics and commands of a type of ad that only a test registers', () => {
  test.each<[string, string, boolean]>([
    ['ADWRIGHT_STILLS_CREATES_PER_MINUTE', '3', true],
    ['ADWRIGHT_STILLS_CREATES_PER_MINUTE', '4', false],
    ['ADWRIGHT_STAGE_DEADLINES', 'stills=30', true],
    ['ADWRIGHT_STAGE_FAULTS', 'stills=permanent', true],
    ['ADWRIGHT_PRICES', '{"stillPair":9}', true],
  ])('the setting %s=%s is accepted: %s', (name, value, isAccepted) => {
    const read = () => readServiceConfig({ [name]: value }, controllerChecks);
    if (isAccepted) expect(read).not.toThrow();
    else expect(read).toThrow('must be a whole number from 1 to 3');
  });

  test('the metric of used limits has its window', async () => {
    const registry = new Registry();
    const object = { namespace: 'ads', name: 'a' };
    const limiter = { used: (counted: readonly object[]) => Promise.resolve(counted.map(() => 1)) };
    createAccountMetrics(registry, {
      balances: () => [],
      keys: () => [{ key: object, account: object }],
      limiter,
      windowDefaults: {},
    });
    expect(await registry.metrics()).toContain('key="ads/a",endpoint="stills-create"} 1');
  });

  test('commands set its limit, list its jobs and show its files', async () => {
    const store = new Installation().store;
    const terminal = new Terminal();
    const run = (...args: string[]) => terminal.run(args, { store: () => Promise.resolve(store) });
    await run('accounts', 'create', 'acme');
    await run('keys', 'create', '--account', 'acme', '--name', 'shop', '--stills-creates-per-minute', '3');
    const key = await store.get(apiKeyKind, { namespace: 'default', name: 'shop' });
    expect(key?.spec.limits).toEqual({ stillsCreatesPerMinute: 3 });
    await run('keys', 'list');
    expect(terminal.out).toMatch(/ STILLS\/MIN /);
    const [mine, other] = [spec, imageSpec()].map((each, at) => ({
      metadata: { namespace: 'default', name: `job-${at}` },
      spec: each,
    }));
    for (const job of [mine, other]) if (job !== undefined) await store.create(adJobKind, job);
    const response = { stills: [{ url: 'http://ads.example/front.png' }, { url: 'http://ads.example/back.png' }] };
    await store.patchStatus(
      adJobKind,
      { namespace: 'default', name: 'job-0' },
      { status: { phase: 'SUCCESS', response } },
    );
    await run('jobs', 'list', '--type', 'stills_ad', '-o', 'json');
    expect(JSON.parse(terminal.out)).toHaveLength(1);
    await run('jobs', 'get', 'job-0');
    expect(terminal.out).toContain('SUCCESS\n  http://ads.example/front.png\n  http://ads.example/back.png\n');
    store.close();
  });
});
