import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { problemCodes } from '../../errors/problems.ts';
import { endpoints } from '../endpoints/all.ts';
import { problemsOf } from '../endpoints/endpoint.ts';
import { failedJob, finishedJob, pendingJob } from '../endpoints/job-examples.ts';
import { parseImageRequest, parseVideoRequest } from '../parse-request.ts';
import { Job } from '../response.ts';
import { openApiDocument } from './openapi.ts';

const folder = new URL('../../../examples/requests/', import.meta.url);
const readExample = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
const document = openApiDocument({ version: '1.2.3', description: 'D', endpoints, readExample });

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  test('refers to nothing that is not there', () => {
    const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
    for (const reference of references) expect(document).toHaveProperty(reference.slice(2).split('/'));
    expect(references.length).toBeGreaterThan(0);
  });

  test('asks for a key where a window counts, and nowhere else', () => {
    for (const { path, method, window } of endpoints) {
      expect(document).toHaveProperty(
        ['paths', path, method, 'security'],
        window === undefined ? [] : [{ ApiKey: [] }],
      );
    }
  });

  test('says of optional fields that they may be null, and of mandatory ones that they may not', () => {
    const image = ['components', 'schemas', 'ImageAdRequest', 'properties'];
    expect(document).toHaveProperty([...image, 'brand_data', 'type'], 'object');
    expect(document).toHaveProperty([...image, 'callback_url', 'type'], ['string', 'null']);
    expect(document).toHaveProperty(
      [...image, 'generation_metadata', 'properties', 'resolution', 'enum'],
      ['1K', '4K', '', null],
    );
  });

  test('says of optional texts that they may be blank, and of mandatory ones that they may not', () => {
    const image = ['components', 'schemas', 'ImageAdRequest', 'properties'];
    expect(document).toHaveProperty(
      [...image, 'callback_url', 'pattern'],
      expect.stringMatching(/^\^\\s\*\$\|\^https/),
    );
    expect(document).not.toHaveProperty([...image, 'brand_data', 'properties', 'brand_name', 'pattern']);
    expect(document).toHaveProperty(['components', 'schemas', 'AdCopy', 'properties', 'copy_text', 'pattern'], '\\S');
  });

  test('counts lengths as the parser does', () => {
    const name = ['components', 'schemas', 'ImageAdRequest', 'properties', 'brand_data', 'properties', 'brand_name'];
    expect(document).toHaveProperty([...name, 'maxLength'], 200);
  });
});

describe('the contracts', () => {
  test('have each their own id and words', () => {
    expect(new Set(endpoints.map(({ operationId }) => operationId)).size).toBe(endpoints.length);
    for (const { summary, description } of endpoints) expect(description.length).toBeGreaterThan(summary.length);
  });

  test.each(endpoints.map((contract) => [contract.operationId, contract] as const))(
    '%s names every parameter of its path',
    (_, { path, params = {} }) => {
      expect([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(params));
    },
  );

  test('every answer that was counted tells of the window, and no 401', () => {
    const responses = ['paths', '/create_image_ad_async', 'post', 'responses'];
    for (const status of ['200', '202', '402', '422', '429']) {
      expect(document).toHaveProperty([...responses, status, 'headers', 'RateLimit']);
    }
    expect(document).not.toHaveProperty([...responses, '401', 'headers', 'RateLimit']);
    expect(document).not.toHaveProperty(['paths', '/livez', 'get', 'responses', '200', 'headers', 'RateLimit']);
  });

  test('a create can be refused in all the ways of a create', () => {
    const create = endpoints.find(({ operationId }) => operationId === 'createImageAd');
    expect(create && problemsOf(create)).toEqual([
      'body_unreadable',
      'unauthorized',
      'insufficient_credits',
      'account_deactivated',
      'request_timeout',
      'body_too_large',
      'unsupported_media_type',
      'validation_failed',
      'idempotency_key_reused',
      'rate_limited',
      'internal',
      'unavailable',
      'overloaded',
      'ledger_lost',
    ]);
    expect(problemCodes).toEqual(expect.arrayContaining([...endpoints.flatMap(problemsOf)]));
  });
});

describe('the examples', () => {
  const rules = { allowHttpCallback: false, addressRule: () => ({ allowed: true }) as const };
  test.each(readdirSync(folder))('%s is a valid request', (file) => {
    const parse = file.startsWith('image') ? parseImageRequest : parseVideoRequest;
    expect(parse(readExample(file), rules)).toMatchObject({ ok: true });
  });

  test('every file is shown in the documentation', () => {
    const shown = endpoints.flatMap(({ bodyExamples = {} }) => Object.values(bodyExamples).map(({ file }) => file));
    expect(shown.toSorted()).toEqual(readdirSync(folder).toSorted());
  });

  test.each([pendingJob, failedJob, finishedJob])('the $status job is a job', (job) => {
    expect(Job.parse(job)).toEqual(job);
  });
});
