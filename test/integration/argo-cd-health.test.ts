import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { LuaFactory } from 'wasmoon';
import { parse } from 'yaml';
import { z } from 'zod';
import { accountReadiness } from '../../src/controllers/accounts/readiness.ts';
import { keyReadiness } from '../../src/controllers/api-keys/readiness.ts';
import { setReadiness, type Readiness } from '../../src/domain/readiness.ts';
import { AdAccountSpec, type AdAccount } from '../../src/schema/adaccount.ts';
import type { AdJobStatus } from '../../src/schema/adjob.ts';
import type { Condition } from '../../src/schema/resource-parts.ts';
import { buildJob, imageSpec } from '../support/pipeline/build-job.ts';
import { decideSituation, onImage } from '../support/pipeline/job-situation.ts';

const file = join(import.meta.dirname, '../../examples/argo-cd/health.yaml');
const { data } = z.object({ data: z.record(z.string(), z.string()) }).parse(parse(readFileSync(file, 'utf8')));
const Health = z.object({ status: z.string(), message: z.string() });
const now = new Date('2026-11-01T12:00:00Z');

/** Runs the script of a kind as Argo CD does: the object is the global `obj`, and the script returns its health. */
async function health(kind: string, obj: object): Promise<string> {
  const lua = await new LuaFactory().createEngine();
  try {
    lua.global.set('obj', JSON.parse(JSON.stringify(obj)));
    const { status, message } = Health.parse(
      await lua.doString(data[`resource.customizations.health.adwright.dev_${kind}`] ?? ''),
    );
    return `${status}: ${message}`;
  } finally {
    lua.global.close();
  }
}

const waiting: AdJobStatus = onImage({
  waiting: { reason: 'Unschedulable', message: '0/1 nodes are available.', since: '2026-11-01T12:00:00Z' },
});
test.each<[string, object, string]>([
  ['was just created', buildJob({ status: { observedGeneration: -1 } }), 'Progressing: No stage of the job runs.'],
  ['has a running stage', buildJob({ status: decideSituation({}).status }), 'Progressing: The onboarding stage runs.'],
  ['waits for a node', buildJob({ status: waiting }), 'Progressing: The image stage has not started: Unschedulable'],
  ['is suspended', buildJob({ spec: imageSpec({ suspend: true }) }), 'Suspended: The job is suspended.'],
  ['has succeeded', buildJob({ status: { ...onImage(), phase: 'SUCCESS' } }), 'Healthy: The ad is made.'],
  [
    'has failed',
    buildJob({ status: { phase: 'FAILED', error: 'The job was cancelled. [cancelled]' } }),
    'Degraded: The job was cancelled. [cancelled]',
  ],
])('the health of an AdJob that %s', async (_, job, want) => {
  expect(await health('AdJob', job)).toBe(want);
});

const seen = (readiness: Readiness, generation = 1) => ({
  metadata: { generation },
  status: { observedGeneration: 1, conditions: setReadiness([], readiness, 1, now) },
});
const account = (spec: object): Pick<AdAccount, 'spec'> => ({ spec: AdAccountSpec.parse(spec) });
const lost: Condition = {
  ...{ type: 'LedgerAvailable', status: 'False', reason: 'LedgerLost', message: 'The ledger has no data.' },
  lastTransitionTime: '2026-11-01T12:00:00Z',
};

test.each<[string, object, string]>([
  ['was just created', { metadata: { generation: 1 }, status: { observedGeneration: -1 } }, 'Progressing'],
  ['has a newer spec', seen(accountReadiness(account({}), []), 2), 'Progressing'],
  ['is applied', seen(accountReadiness(account({}), [])), 'Healthy'],
  ['is deactivated', seen(accountReadiness(account({ active: false }), [])), 'Suspended'],
  ['has lost its ledger', seen(accountReadiness(account({}), [lost])), 'Degraded'],
])('the health of an AdAccount that %s', async (_, object, want) => {
  expect(await health('AdAccount', object)).toMatch(new RegExp(`^${want}: .`));
});

const key = (spec: { revoked?: boolean; expiresAt?: string }, owner?: { active: boolean }) =>
  seen(keyReadiness({ revoked: false, ...spec }, owner, now));
test.each<[string, object, string]>([
  ['was just created', { metadata: { generation: 1 }, status: { observedGeneration: -1 } }, 'Progressing'],
  ['is valid', key({}, { active: true }), 'Healthy'],
  ['has no account', key({}), 'Progressing'],
  ['is revoked', key({ revoked: true }, { active: true }), 'Suspended'],
  ['has a deactivated account', key({}, { active: false }), 'Suspended'],
  ['has expired', key({ expiresAt: '2026-01-01T00:00:00Z' }, { active: true }), 'Degraded'],
])('the health of an ApiKey that %s', async (_, object, want) => {
  expect(await health('ApiKey', object)).toMatch(new RegExp(`^${want}: .`));
});
