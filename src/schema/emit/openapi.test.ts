import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { problemCodes } from '../../errors/problems.ts';
import { endpoints } from '../endpoints/all.ts';
import { problemsOf } from '../endpoints/endpoint.ts';
import { failedJob, finishedJob, pendingJob } from '../endpoints/job-examples.ts';
import { parseRequest } from '../parse-request.ts';
import { Job } from '../job.ts';
import { openApiDocument } from './openapi.ts';

const folder = new URL('../../../examples/requests/', import.meta.url);
const readExample = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
const document = openApiDocument({ version: '1.2.3', description: 'D', endpoints, readExample });

describe('the OpenAPI document', () => {
  test('the OpenAPI document is valid', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  test('every reference in the OpenAPI document has a target', () => {
    const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
    for (const reference of references) expect(document).toHaveProperty(reference.slice(2).split('/'));
    expect(references.length).toBeGreaterThan(0);
  });

  test('exactly the operations with a rate limit window require an API key', () => {
    for (const { path, method, window } of endpoints) {
      expect(document).toHaveProperty(
        ['paths', path, method, 'security'],
        window === undefined ? [] : [{ ApiKey: [] }],
      );
    }
  });

  test('only optional fields are nullable', () => {
    const image = ['components', 'schemas', 'ImageAdRequest', 'properties'];
    expect(document).toHaveProperty([...image, 'brand_data', 'type'], 'object');
    expect(document).toHaveProperty([...image, 'callback_url', 'type'], ['string', 'null']);
    expect(document).toHaveProperty(
      [...image, 'generation_metadata', 'properties', 'resolution', 'enum'],
      ['1K', '4K', '', null],
    );
  });

  test('only optional strings may be blank', () => {
    const image = ['components', 'schemas', 'ImageAdRequest', 'properties'];
    expect(document).toHaveProperty(
      [...image, 'callback_url', 'pattern'],
      expect.stringMatching(/^\^\\s\*\$\|\^https/),
    );
    expect(document).not.toHaveProperty([...image, 'brand_data', 'properties', 'brand_name', 'pattern']);
    expect(document).toHaveProperty(['components', 'schemas', 'AdCopy', 'properties', 'copy_text', 'pattern'], '\\S');
  });

  test('maxLength in the OpenAPI document is the limit of the parser', () => {
    const name = ['components', 'schemas', 'ImageAdRequest', 'properties', 'brand_data', 'properties', 'brand_name'];
    expect(document).toHaveProperty([...name, 'maxLength'], 200);
  });
});

describe('operations', () => {
  test('every operation has a unique id and a description', () => {
    expect(new Set(endpoints.map(({ operationId }) => operationId)).size).toBe(endpoints.length);
    for (const { summary, description } of endpoints) expect(description.length).toBeGreaterThan(summary.length);
  });

  test.each(endpoints.map((contract) => [contract.operationId, contract] as const))(
    '%s declares every parameter of its path',
    (_, { path, params = {} }) => {
      expect([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(params));
    },
  );

  test('responses of rate-limited operations have rate limit headers, except 401', () => {
    const responses = ['paths', '/create_image_ad_async', 'post', 'responses'];
    for (const status of ['200', '202', '402', '422', '429']) {
      expect(document).toHaveProperty([...responses, status, 'headers', 'RateLimit']);
    }
    expect(document).not.toHaveProperty([...responses, '401', 'headers', 'RateLimit']);
    expect(document).not.toHaveProperty(['paths', '/livez', 'get', 'responses', '200', 'headers', 'RateLimit']);
  });

  test('a create declares every problem that a create can return', () => {
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

describe('examples', () => {
  const rules = { allowHttpCallback: false, addressRule: () => ({ allowed: true }) as const };
  test.each(readdirSync(folder))('the example %s is a valid request', (file) => {
    const shown = endpoints.find(({ bodyExamples = {} }) =>
      Object.values(bodyExamples).some((one) => one.file === file),
    );
    expect(shown?.body && parseRequest(shown.body, readExample(file), rules)).toMatchObject({ ok: true });
  });

  test('every example file is in the documentation', () => {
    const shown = endpoints.flatMap(({ bodyExamples = {} }) => Object.values(bodyExamples).map(({ file }) => file));
    expect(shown.toSorted()).toEqual(readdirSync(folder).toSorted());
  });

  test.each([pendingJob, failedJob, finishedJob])('the example of a job in status $status is a valid job', (job) => {
    expect(Job.parse(job)).toEqual(job);
  });
});
