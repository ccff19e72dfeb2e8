import { expect, test } from '@jest/globals';
import { audit } from '../storm/auditor.ts';
import type { LedgerEntry, Evidence, JobRecord, JobResource, LogLine } from '../storm/evidence.ts';

const beganMs = Date.parse('2026-11-21T09:30:00Z');
const account = 'acme';

interface Ask {
  key?: string;
  method?: string;
  path?: string;
  idempotencyKey?: string;
  request?: unknown;
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Returns the log lines of request `number`, sent that many seconds after the start, and of its response. */
function asked(number: number, { status, headers = {}, body = {}, ...sent }: Ask): LogLine[] {
  const timeMs = beganMs + number * 1_000;
  const create = { key: 'shop', method: 'POST', path: '/create_image_ad_async', request: { a: 1 }, credits: 5 };
  return [
    { event: 'sent', number, timeMs, replica: 0, account, ...create, ...sent },
    { event: 'answered', number, timeMs: timeMs + 10, status, headers, body },
  ];
}

function window(remaining: number, resetSeconds: number): Record<string, string> {
  return {
    'ratelimit-policy': '"image-create";q=2;w=60',
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
}

function resource(name: string, phase: string, charged: number): JobResource {
  return {
    metadata: { name, uid: `uid-${name}` },
    spec: { accountRef: { name: account } },
    status: { phase, jobId: name, credits: { required: 5, charged } },
  };
}

function record(jobId: string): JobRecord {
  return { jobId, account, phase: 'SUCCESS', credits: { required: 5, charged: 5 } };
}

function entries(...told: [kind: LedgerEntry['kind'], jobId: string | null][]): LedgerEntry[] {
  return told.map(([kind, job_id], at) => ({ id: String(at), kind, amount: kind === 'grant' ? 100 : 5, job_id }));
}

/**
 * Returns evidence without a fault: a job that succeeded and was returned again for a repeated request, a failed job,
 * an archived job and an erased job.
 */
function rightEvidence(): Evidence {
  return {
    log: [
      ...asked(1, { idempotencyKey: 'i1', status: 202, headers: window(1, 59), body: { job_id: 'good' } }),
      ...asked(2, {
        idempotencyKey: 'i1',
        status: 202,
        headers: { ...window(0, 58), 'idempotency-replayed': 'true' },
        body: { job_id: 'good' },
      }),
      ...asked(3, { idempotencyKey: 'i2', status: 429, headers: window(0, 57) }),
      ...asked(4, { key: 'till', idempotencyKey: 'i2', status: 202, body: { job_id: 'bad' } }),
      ...asked(5, { key: 'till', idempotencyKey: 'i3', status: 202, body: { job_id: 'old' } }),
      ...asked(6, { key: 'till', idempotencyKey: 'i4', status: 202, body: { job_id: 'erased' } }),
      ...asked(7, { method: 'GET', path: '/jobs/erased', status: 200, body: { status: 'SUCCESS' } }),
      ...asked(8, { method: 'DELETE', path: '/jobs/erased', status: 204 }),
      ...asked(9, { method: 'GET', path: '/jobs/erased', status: 404 }),
    ],
    resources: [resource('good', 'SUCCESS', 5), resource('bad', 'FAILED', 0)],
    records: [record('old')],
    accounts: [
      {
        ...{ name: account, grantsOfResource: 100, granted: 100, reserved: 0, spent: 15, available: 85 },
        entries: entries(
          ['grant', null],
          ['reserve', 'good'],
          ['settle', 'good'],
          ['reserve', 'bad'],
          ['release', 'bad'],
          ['reserve', 'old'],
          ['settle', 'old'],
          ['reserve', 'erased'],
          ['settle', 'erased'],
        ),
      },
    ],
  };
}

function ledgerOf(evidence: Evidence): Evidence['accounts'][number] {
  const [of] = evidence.accounts;
  if (of === undefined) throw new Error('the evidence has no account');
  return of;
}

function without(evidence: Evidence, kind: LedgerEntry['kind'], jobId: string): void {
  ledgerOf(evidence).entries = ledgerOf(evidence).entries.filter(
    (entry) => entry.kind !== kind || entry.job_id !== jobId,
  );
}

function further(evidence: Evidence, kind: LedgerEntry['kind'], jobId: string): void {
  ledgerOf(evidence).entries.push({ id: `further-${kind}`, kind, amount: 5, job_id: jobId });
}

test('the storm auditor accepts evidence without a fault and counts what it checked', () => {
  const { findings, checked } = audit(rightEvidence());
  expect(findings).toEqual([]);
  expect(checked).toMatchObject({
    'jobs accepted (202)': 4,
    'replays of the same job': 1,
    'ended SUCCESS': 3,
    'ended FAILED': 1,
    'windows checked': 1,
    'windows that were full': 1,
  });
});

test.each<[string, (evidence: Evidence) => void, string]>([
  [
    'a missing settle',
    (e) => {
      without(e, 'settle', 'good');
    },
    'Job good was settled 0 times and released 0 times.',
  ],
  [
    'a second reserve',
    (e) => {
      further(e, 'reserve', 'good');
    },
    'Job good was reserved 2 times.',
  ],
  [
    'a second settle',
    (e) => {
      further(e, 'settle', 'good');
    },
    'Job good was settled 2 times and released 0 times.',
  ],
  [
    'a charge for a failed job',
    (e) => {
      without(e, 'release', 'bad');
      further(e, 'settle', 'bad');
    },
    'Job bad ended FAILED and was settled.',
  ],
  [
    'a failed job with a charge in its status',
    (e) => {
      e.resources[1] = resource('bad', 'FAILED', 5);
    },
    'Job bad is FAILED and reports a cost of 5, not 0.',
  ],
  [
    'an accepted job without an AdJob',
    (e) => {
      e.resources.shift();
    },
    'Job good was accepted (202) but has no AdJob and no record, and was not deleted.',
  ],
  [
    'a job that does not end',
    (e) => {
      e.resources[0] = resource('good', 'PROCESSING', 0);
    },
    'Job good has not ended: its AdJob has PROCESSING.',
  ],
  [
    'a job that ended twice',
    (e) => {
      e.records.push(record('bad'));
    },
    'Job bad was reported to have ended as FAILED and SUCCESS.',
  ],
  [
    'an erased job that still exists',
    (e) => {
      e.records.push(record('erased'));
    },
    'Job erased was erased by its client (204) but still exists as an archive record.',
  ],
  [
    'a job that no client requested',
    (e) => {
      e.resources.push(resource('alien', 'SUCCESS', 5));
    },
    'Job alien exists, but no client received it.',
  ],
  [
    'a charge that no client requested',
    (e) => {
      further(e, 'reserve', 'alien');
      further(e, 'settle', 'alien');
    },
    'Job alien was charged, but no client received it.',
  ],
  [
    'an accepted job without a hold',
    (e) => {
      without(e, 'reserve', 'bad');
      without(e, 'release', 'bad');
    },
    'Job bad was accepted but never held.',
  ],
  [
    'a job with a wrong price',
    (e) => {
      for (const entry of ledgerOf(e).entries) if (entry.job_id === 'bad') entry.amount = 10;
    },
    'Job bad costs 5 credits, but 10 were held.',
  ],
  [
    'a balance that does not add up',
    (e) => {
      ledgerOf(e).available -= 5;
    },
    'Account acme: available + reserved + spent should be 100 credits and is 95.',
  ],
  [
    'a hold that stays open',
    (e) => {
      ledgerOf(e).reserved += 5;
    },
    'Account acme still holds 5 credits after every job has ended.',
  ],
  [
    'an overdrawn account',
    (e) => {
      for (const entry of ledgerOf(e).entries) if (entry.kind === 'grant') entry.amount = 4;
    },
    'Account acme was overdrawn by 1 credits at job good.',
  ],
  [
    'an overrun window',
    (e) => {
      e.log.push(...asked(20, { idempotencyKey: 'i5', status: 402, headers: window(0, 40) }));
    },
    'Key shop, image-create, the minute before 2026-11-21T09:31:00.000Z: 3 creates were allowed, over 2.',
  ],
  [
    'a window place that was given twice',
    (e) => {
      const [, first] = e.log;
      if (first?.event === 'answered') first.headers = window(0, 59);
    },
    'Key shop, image-create, the minute before 2026-11-21T09:31:00.000Z: one place in the window was given twice.',
  ],
  [
    'a repeated request with another job',
    (e) => {
      const headers = { 'idempotency-replayed': 'true' };
      e.log.push(...asked(20, { key: 'till', idempotencyKey: 'i2', status: 202, headers, body: { job_id: 'old' } }));
    },
    'Key till with Idempotency-Key i2 got several jobs: bad, old.',
  ],
  [
    'a job that was reported as new twice',
    (e) => {
      e.log.push(...asked(20, { key: 'till', idempotencyKey: 'i2', status: 202, body: { job_id: 'bad' } }));
    },
    'Key till with Idempotency-Key i2: job bad was reported as new more than once.',
  ],
  [
    'one job for two requests',
    (e) => {
      e.log.push(...asked(20, { key: 'till', idempotencyKey: 'i9', status: 202, body: { job_id: 'bad' } }));
    },
    'Job bad was returned for two requests.',
  ],
  [
    'another request under the same Idempotency-Key',
    (e) => {
      const headers = { 'idempotency-replayed': 'true' };
      const other = { key: 'till', idempotencyKey: 'i2', request: { a: 2 } };
      e.log.push(...asked(20, { ...other, status: 202, headers, body: { job_id: 'bad' } }));
    },
    'Key till with Idempotency-Key i2: job bad was returned for two different requests.',
  ],
  [
    'an accepted job that cannot be read',
    (e) => {
      e.log.push(...asked(20, { method: 'GET', path: '/jobs/good', status: 404 }));
    },
    'Job good was accepted, but a later GET got 404 (request 20).',
  ],
  [
    'a server error without Retry-After',
    (e) => {
      e.log.push(...asked(20, { method: 'GET', path: '/jobs/good', status: 500 }));
    },
    'Request 20 (GET /jobs/good) got 500 without a Retry-After.',
  ],
])('the storm auditor reports %s', (_, doctor, finding) => {
  const evidence = rightEvidence();
  doctor(evidence);
  expect(audit(evidence).findings).toContain(finding);
});
