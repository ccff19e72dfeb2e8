import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { adAccountKind, adJobKind, apiKeyKind } from '../../src/domain/kinds.ts';
import { imageSpec, videoSpec, imageRequest, videoRequest } from '../support/pipeline/build-job.ts';
import { Lab, yamlFiles } from './support/lab.ts';

const crds = yamlFiles('crds');
const plurals: Record<string, string> = { AdJob: 'adjobs', AdAccount: 'adaccounts', ApiKey: 'apikeys' };
const Conditions = z.object({ conditions: z.array(z.object({ type: z.string(), status: z.string() })) });

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open('crds');
});
afterAll(() => lab.close());

async function newJob(name: string, spec: object = {}): Promise<void> {
  const { status, body } = await lab.create('adjobs', 'AdJob', { name, spec: { ...imageSpec(), ...spec } });
  if (status !== 201) throw new Error(JSON.stringify(body));
}

let lastNumber = 0;
function nextNumber(): number {
  lastNumber += 1;
  return lastNumber;
}

async function patch(name: string, body: object, sub = ''): Promise<string> {
  const answer = await lab.api.send('PATCH', lab.path('adjobs', `/${name}${sub}?fieldValidation=Strict`), { body });
  return answer.status === 200 ? 'taken' : String(answer.body['message']);
}

async function names(query: string): Promise<string[]> {
  const { body } = await lab.api.send('GET', lab.path('adjobs', query));
  const List = z.object({ items: z.array(z.object({ metadata: z.object({ name: z.string() }) })) });
  return List.parse(body).items.map(({ metadata }) => metadata.name);
}

describe.each(crds)('$file', ({ object }) => {
  test('the CRD in $file is accepted without a warning and served', async () => {
    const { status, warning, body } = await lab.install(object);
    expect({ status, warning }).toEqual({ status: 200, warning: undefined });
    const { conditions } = Conditions.parse(body['status']);
    expect(conditions.filter(({ type }) => type === 'NonStructuralSchema')).toEqual([]);
    expect(conditions).toContainEqual({ type: 'Established', status: 'True' });
    expect(conditions).toContainEqual({ type: 'NamesAccepted', status: 'True' });
  });
});

describe('samples', () => {
  test.each(yamlFiles('examples/kubernetes'))(
    'the sample $file states its purpose and is accepted',
    async ({ text, object }) => {
      expect(text).toMatch(/^# .+\n/);
      const path = lab.path(plurals[object.kind] ?? '', '?dryRun=All&fieldValidation=Strict');
      const { status, warning, body } = await lab.api.send('POST', path, { body: object });
      expect({ status, warning, message: body['message'] }).toEqual({
        status: 201,
        warning: undefined,
        message: undefined,
      });
    },
  );
});

describe('defaults', () => {
  const { generationMetadata: _none, ...image } = imageRequest();
  const { brandMetadata, productMetadata } = videoRequest();
  test.each<[string, typeof adJobKind | typeof adAccountKind | typeof apiKeyKind, object]>([
    ['an image job', adJobKind, { ...imageSpec(), image }],
    [
      'an image job with null for an object',
      adJobKind,
      { ...imageSpec(), image: { ...image, generationMetadata: null } },
    ],
    [
      'a video job',
      adJobKind,
      { ...videoSpec(), video: { brandMetadata, productMetadata, generationMetadata: { targetDuration: 12 } } },
    ],
    ['an account', adAccountKind, {}],
    ['a key', apiKeyKind, { accountRef: { name: 'acme' }, secretHash: 'a'.repeat(64) }],
  ])("the API server fills in the program's defaults of %s", async (_, kind, spec) => {
    const { body } = await lab.create(kind.plural, kind.kind, { name: `default-${nextNumber()}`, spec });
    expect(body['spec']).toEqual(kind.parseSpec(spec));
  });
});

describe('validation of accounts and keys', () => {
  const key = { accountRef: { name: 'acme' }, secretHash: 'a'.repeat(64) };
  const grant = { id: 'a', amount: 1 };
  const times = ['2026-11-01T12:00:00Z', '2026-11-01T12:00:00.123456789+05:30', '2024-02-29T23:59:59Z'];
  const noTimes = [
    'tomorrow',
    '2026-11-01',
    '2026-11-01T12:00:00',
    '2026-11-01t12:00:00z',
    '2026-11-01 12:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-11-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-01T24:00:00Z',
    '2026-11-01T12:00:60Z',
    '2026-11-01T12:00:00+24:00',
    '2026-11-01T12:00:00.Z',
    '',
  ];
  test.each<[string, typeof adAccountKind | typeof apiKeyKind, object]>([
    ...[...times, ...noTimes].map((expiresAt): [string, typeof apiKeyKind, object] => [
      `a key with the end "${expiresAt}"`,
      apiKeyKind,
      { ...key, expiresAt },
    ]),
    ['a hash in capitals', apiKeyKind, { ...key, secretHash: 'A'.repeat(64) }],
    ['a hash that is too short', apiKeyKind, { ...key, secretHash: 'a'.repeat(63) }],
    ['eleven videos per minute', apiKeyKind, { ...key, limits: { videoCreatesPerMinute: 11 } }],
    ['ten videos per minute', apiKeyKind, { ...key, limits: { videoCreatesPerMinute: 10 } }],
    ['no videos', apiKeyKind, { ...key, limits: { videoCreatesPerMinute: 0 } }],
    ['a key without an account', apiKeyKind, { secretHash: 'a'.repeat(64) }],
    ['a repeated grant id', adAccountKind, { creditGrants: [grant, grant] }],
    ['two grants', adAccountKind, { creditGrants: [grant, { ...grant, id: 'b' }] }],
    ['a grant of zero credits', adAccountKind, { creditGrants: [{ ...grant, amount: 0 }] }],
    ['half a credit', adAccountKind, { creditGrants: [{ ...grant, amount: 0.5 }] }],
    ['a grant without an id', adAccountKind, { creditGrants: [{ ...grant, id: '' }] }],
    ['an invalid Secret name', adAccountKind, { webhookSecretRef: { name: '-a' } }],
    ['a weight of zero', adAccountKind, { weight: 0 }],
    ['an unknown field', adAccountKind, { credits: 5 }],
  ])('API server and program agree on %s', async (_, kind, spec) => {
    const body = { apiVersion: kind.apiVersion, kind: kind.kind, metadata: { name: 'one' }, spec };
    const path = lab.path(kind.plural, '?dryRun=All&fieldValidation=Strict');
    const { status } = await lab.api.send('POST', path, { body });
    expect(status === 201 ? 'taken' : 'refused').toBe(isTaken(() => kind.parseSpec(spec)) ? 'taken' : 'refused');
  });

  function isTaken(parse: () => unknown): boolean {
    try {
      parse();
      return true;
    } catch {
      return false;
    }
  }
});

describe('changes of an AdJob', () => {
  beforeAll(() => newJob('fixed', { callbackUrl: 'https://a.example/' }));

  test.each<[string, object]>([
    ['type', { type: 'video_ad', image: null, video: videoSpec().video }],
    ['accountRef', { accountRef: { name: 'other' } }],
    ['apiKeyRef', { apiKeyRef: { name: 'other' } }],
    ['apiKeyRef', { apiKeyRef: null }],
    ['callbackUrl', { callbackUrl: 'https://b.example/' }],
    ['callbackUrl', { callbackUrl: null }],
    ['image', { image: { brandData: { brandUrl: 'https://b.example/' } } }],
    ['image', { image: { generationMetadata: { resolution: '4K' } } }],
    ['image', { image: { adCopies: [{ copyType: 'cta', copyText: 'Go' }] } }],
  ])('a change of spec.%s is refused: %j', async (field, spec) => {
    expect(await patch('fixed', { spec })).toMatch(
      new RegExp(`spec\\.${field}: Invalid value: .*This field is immutable. Only cancel, suspend and ttlSecondsAfter`),
    );
  });

  test('suspend and ttlSecondsAfterFinished of an AdJob can be changed', async () => {
    const changes = [{ suspend: true }, { suspend: false }, { suspend: null }, { ttlSecondsAfterFinished: 60 }];
    const back = [{ ttlSecondsAfterFinished: 0 }, { ttlSecondsAfterFinished: null }];
    for (const spec of [...changes, ...back]) expect(await patch('fixed', { spec })).toBe('taken');
  });

  test('a cancelled AdJob stays cancelled', async () => {
    await newJob('cancelled');
    for (const cancel of [false, true, true]) expect(await patch('cancelled', { spec: { cancel } })).toBe('taken');
    for (const cancel of [false, null]) {
      expect(await patch('cancelled', { spec: { cancel } })).toMatch(/spec\.cancel: .*A cancelled job stays cancelled/);
    }
  });

  test('the account of a key and the amount of a grant cannot change', async () => {
    const key = { name: 'fixed', spec: { accountRef: { name: 'acme' }, secretHash: '0'.repeat(64) } };
    const account = { name: 'fixed', spec: { creditGrants: [{ id: 'one', amount: 5 }] } };
    expect((await lab.create('apikeys', 'ApiKey', key)).status).toBe(201);
    expect((await lab.create('adaccounts', 'AdAccount', account)).status).toBe(201);
    const change = async (plural: string, spec: object) => {
      const { status, body } = await lab.api.send('PATCH', lab.path(plural, '/fixed'), { body: { spec } });
      return status === 200 ? 'taken' : String(body['message']);
    };
    expect(await change('apikeys', { accountRef: { name: 'other' } })).toContain('A key belongs to one account');
    const grants = (amount: number) => ({
      creditGrants: [
        { id: 'two', amount: 7 },
        { id: 'one', amount },
      ],
    });
    expect(await change('adaccounts', grants(6))).toContain('The amount of a grant cannot change');
    expect(await change('adaccounts', grants(5))).toBe('taken');
  });

  test('spec and status of an AdJob can only be changed through their own endpoints', async () => {
    await newJob('split');
    expect(await patch('split', { status: { phase: 'SUCCESS' } })).toBe('taken');
    expect(await patch('split', { spec: { suspend: true }, status: { phase: 'PENDING' } }, '/status')).toBe('taken');
    const { body } = await lab.api.send('GET', lab.path('adjobs', '/split'));
    expect(body).toMatchObject({ status: { phase: 'PENDING' }, metadata: { generation: 1 } });
    expect(body['spec']).not.toHaveProperty('suspend');
  });
});

/** Returns title, value and priority of each column of `kubectl get`. */
async function cellsOf(name: string): Promise<[string, unknown, number][]> {
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const { body } = await lab.api.send('GET', lab.path('adjobs', `/${name}`), { accept });
  const Table = z.object({
    columnDefinitions: z.array(z.object({ name: z.string(), priority: z.number() })),
    rows: z.array(z.object({ cells: z.array(z.unknown()) })),
  });
  const { columnDefinitions, rows } = Table.parse(body);
  return columnDefinitions.map(({ name: title, priority }, index) => [title, rows[0]?.cells[index], priority]);
}

describe('reading AdJobs', () => {
  const finished = {
    ...{ type: 'Complete', status: 'True', reason: 'Succeeded', message: 'The ad is made.' },
    ...{ lastTransitionTime: '2026-11-01T12:00:00Z', observedGeneration: 1 },
  };
  beforeAll(async () => {
    await newJob('seen');
    const waiting = { reason: 'Quota', message: 'exceeded quota', since: '2026-11-01T12:00:00Z' };
    const status = {
      phase: 'SUCCESS',
      credits: { required: 5, charged: 5 },
      stages: [
        { name: 'onboarding', state: 'Running', attempt: 1, waiting },
        { name: 'concept', state: 'Pending', attempt: 0 },
      ],
      delivery: { state: 'gave_up' },
      error: 'Words. [internal]',
      conditions: [finished],
    };
    expect(await patch('seen', { status }, '/status')).toBe('taken');
  });

  test('AdJobs can be selected by phase and delivery', async () => {
    expect(await names('?fieldSelector=status.phase%3DSUCCESS')).toEqual(['seen']);
    expect(await names('?fieldSelector=status.delivery.state%3Dgave_up,status.phase%21%3DFAILED')).toEqual(['seen']);
    expect(await names('?fieldSelector=status.phase%3DFAILED')).toEqual([]);
  });

  test('kubectl get shows the columns of an AdJob', async () => {
    expect((await cellsOf('seen')).filter(([title]) => title !== 'Age')).toEqual([
      ['Name', 'seen', 0],
      ['Type', 'image_ad', 0],
      ['Phase', 'SUCCESS', 0],
      ['Stage', 'onboarding', 0],
      ['Waiting', 'Quota', 0],
      ['Account', 'acme', 0],
      ['Credits', 5, 0],
      ['Key', 'acme-key', 1],
      ['Callback', 'gave_up', 1],
      ['Message', 'Words. [internal]', 1],
    ]);
  });

  test.each<[string, object, number]>([
    ['an open job shows the held credits', { phase: 'PROCESSING', credits: { required: 5 } }, 5],
    ['a failed job shows a cost of 0', { phase: 'FAILED', credits: { required: 5, charged: 0 } }, 0],
  ])('in the Credits column of kubectl get, %s', async (_, status, credits) => {
    const name = `costs-${credits}`;
    await newJob(name);
    expect(await patch(name, { status }, '/status')).toBe('taken');
    expect(Object.fromEntries((await cellsOf(name)).map(([title, cell]) => [title, cell]))['Credits']).toBe(credits);
  });

  test('the kinds have short names and one category', async () => {
    const { body } = await lab.api.send('GET', '/apis/adwright.dev/v1alpha1');
    const List = z.object({
      resources: z.array(z.object({ name: z.string(), shortNames: z.array(z.string()).optional() }).loose()),
    });
    const kinds = List.parse(body).resources.filter(({ name }) => !name.includes('/'));
    expect(kinds.map(({ name, shortNames, categories }) => [name, shortNames, categories]).toSorted()).toEqual([
      ['adaccounts', ['ada'], ['adwright']],
      ['adjobs', ['adj'], ['adwright']],
      ['apikeys', ['adk'], ['adwright']],
    ]);
  });

  test.each(['--for=condition=Complete', '--for=jsonpath={.status.phase}=SUCCESS'])(
    'kubectl wait %s works for an AdJob',
    async (what) => {
      const waiting = ['wait', '-n', lab.namespace, 'adjob/seen', what, '--timeout=20s'];
      const { stdout } = await promisify(execFile)('kubectl', waiting);
      expect(stdout).toContain('condition met');
    },
  );

  test('kubectl explain shows the field descriptions', async () => {
    const { stdout } = await promisify(execFile)('kubectl', ['explain', 'adjob.spec.image.generationMetadata']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Language of the text as a BCP-47 tag. Text from the request is never translated. Default: en-us.',
    );
  });
});
