import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pLimit from 'p-limit';
import { judgeUrl, parseAddressRules } from '../../src/domain/address-rule.ts';
import type { RequestRules } from '../../src/schema/address-issues.ts';
import { crdExceptions } from '../../src/schema/crd-exceptions.ts';
import type { Issue } from '../../src/schema/issue.ts';
import { parseAdJobSpec } from '../../src/schema/parse-adjob-spec.ts';
import { parseRequest } from '../../src/schema/parse-request.ts';
import { at } from '../support/api/request-fields.ts';
import { Lab } from './support/lab.ts';
import {
  ads,
  numberCases,
  requestCases,
  specCases,
  specOf,
  type RequestCase,
  type SpecCase,
} from './support/spec-corpus.ts';

const rules: RequestRules = {
  allowHttpCallback: false,
  addressRule: (url) => judgeUrl(url, parseAddressRules({ allow: '', deny: '' })),
};
const inParallel = pLimit(8);

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open('agreement');
});
afterAll(() => lab.close());

type Verdict = { taken: true; spec: unknown } | { taken: false; why: string };

/** Creates an AdJob with this spec, a JSON text, as a dry run. Returns whether the API server accepts it. */
async function ask(spec: string): Promise<Verdict> {
  const body = `{"apiVersion":"adwright.dev/v1alpha1","kind":"AdJob","metadata":{"name":"one"},"spec":${spec}}`;
  const answer = await lab.api.send('POST', lab.path('adjobs', '?dryRun=All&fieldValidation=Strict'), { body });
  if (answer.status === 201) return { taken: true, spec: answer.body['spec'] };
  const why = JSON.stringify(answer.body['message']);
  if (answer.status !== 400 && answer.status !== 422)
    throw new Error(`the API server answered ${answer.status}: ${why}`);
  return { taken: false, why };
}

const used = new Set<string>();

/** Reports whether a listed exception covers each issue, and records which exceptions were used. */
function excuse(issues: readonly Issue[], spec: unknown): boolean {
  return issues.every((issue) => {
    const value = at(spec, issue.loc.slice(1));
    const exception = typeof value === 'string' && crdExceptions.find(({ covers }) => covers(issue, value));
    if (exception) used.add(exception.rule);
    return Boolean(exception);
  });
}

/**
 * Returns a sentence if API server and program judge a spec differently. JSON may encode a lone surrogate, which the
 * API server reads as U+FFFD, so it is replaced before the comparison.
 */
async function difference({ name, spec: value, number }: SpecCase): Promise<string[]> {
  const text = JSON.stringify(value).replaceAll(/\\ud[89a-f][0-9a-f]{2}/g, '\ufffd');
  const sent = number === undefined ? text : text.replace('"@"', number);
  const spec: unknown = JSON.parse(sent);
  const [server, program] = [await ask(sent), parseAdJobSpec(spec, rules)];
  if (!server.taken) return program.ok ? [`${name}: only the server refuses it: ${server.why}`] : [];
  if (program.ok)
    return isSame(server.spec, program.value) ? [] : [`${name}: the server stores ${JSON.stringify(server.spec)}`];
  if (excuse(program.issues, spec)) return [];
  return [`${name}: only the program refuses it: ${program.issues.map(({ msg }) => msg).join(' ')}`];
}

/** Reports whether the program reads the stored spec, with the API server's defaults, as the spec that was sent. */
function isSame(kept: unknown, wanted: unknown): boolean {
  const stored = parseAdJobSpec(kept, rules);
  return stored.ok && isDeepStrictEqual(asJson(stored.value), asJson(wanted));
}

/** Converts a value to JSON and back, which for example turns -0 into 0. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

async function differences(cases: readonly SpecCase[]): Promise<string[]> {
  return (await Promise.all(cases.map((one) => inParallel(() => difference(one))))).flat();
}

describe('agreement of CRD schema and program', () => {
  test('API server and program agree on applied specs', async () => {
    const cases = specCases();
    expect(cases.length).toBeGreaterThan(800);
    expect(await differences(cases)).toEqual([]);
  });

  test('API server and program agree on numbers in every notation', async () => {
    expect(await differences(numberCases())).toEqual([]);
  });

  test('API server and program agree on the specs of requests', async () => {
    const cases = requestCases();
    expect(cases.length).toBeGreaterThan(800);
    expect(await differences(cases)).toEqual([]);
  });

  test('the API server accepts the spec of every accepted request', async () => {
    const accepted = requestCases().flatMap(normalised);
    expect(accepted.length).toBeGreaterThan(200);
    expect(await differences(accepted)).toEqual([]);
  });

  test('every listed exception of the CRD schema is needed', () => {
    expect([...used].toSorted()).toEqual(crdExceptions.map(({ rule }) => rule).toSorted());
  });
});

function normalised({ name, type, body }: RequestCase): SpecCase[] {
  const reading = parseRequest(ads[type].schema, body, rules);
  return reading.ok ? [{ name: `accepted ${name}`, spec: specOf(type, reading.value) }] : [];
}
