import { expect, test } from '@jest/globals';
import { parseDenyList } from '../../domain/address-rule.ts';
import type { ModelEntry } from '../model-entry.ts';
import { ModelFailure, type ModelFailureKind } from '../model-failure.ts';
import { adviceFor } from './advice.ts';

const entry: ModelEntry = {
  ...{ name: 'wan', provider: 'videos-api', model: 'wan', baseUrl: 'http://models.example:8000/v1', addresses: [] },
  ...{ keyFile: null, options: {}, priceMicroUsd: 0, concurrency: 1, timeoutSeconds: 60, whenFailed: 'next' },
};
const rules = { deny: parseDenyList('') };

test.each<[failure: string, kind: ModelFailureKind, sentence: string, advice: RegExp]>([
  [
    'work that failed',
    'unavailable',
    'the model failed to do the work',
    /^The server accepted the task, .* read its log/,
  ],
  [
    'a server that does not answer',
    'unavailable',
    "the model's server could not be reached",
    /listens at models.example:8000/,
  ],
  ['slow work', 'timed_out', 'the model had no result within 60 seconds', /^Raise `timeoutSeconds` \(60\)/],
  [
    'work whose result is refused',
    'timed_out',
    'the model had no result within 60 seconds: the key has no right to the model',
    /^The server has accepted the work, but its result cannot be had/,
  ],
])('of %s, the advice is about its cause', async (_, kind, sentence, advice) => {
  const failure = new ModelFailure(kind, sentence);
  const lookup = () => Promise.resolve([]);
  expect(await adviceFor({ failure, port: 'video', entry }, { rules, lookup })).toMatch(advice);
});
