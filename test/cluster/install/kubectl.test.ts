import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { redrawAnnotation, redrawStateAnnotation } from '../../../src/domain/labels.ts';
import { until } from '../../support/process/until.ts';
import { chart, Installation, release } from '../support/installation.ts';
import { Namespace } from '../support/namespace.ts';
import { run, type Ended } from '../support/program.ts';
import { shortRequest } from '../support/requests.ts';

const samples = fileURLToPath(new URL('../../../examples/kubernetes/', import.meta.url));

let installation: Installation;
beforeAll(async () => {
  installation = await Installation.create('kubectl');
  await installation.namespace.kubectl('apply', '-f', samples);
});
afterAll(() => installation.close());

const image = { brandData: { brandUrl: 'https://www.example.com/' } };

function adJob(name: string, spec: object): string {
  return stringify({ apiVersion: 'adwright.dev/v1alpha1', kind: 'AdJob', metadata: { name }, spec });
}

describe('applied samples', () => {
  test('the applied sample makes an ad that kubectl can wait for and describe', async () => {
    await installation.namespace.waitFor('adjob/spring-sale', 'jsonpath={.status.completionTime}', 180);
    const told = await installation.namespace.kubectl('describe', 'adjob', 'spring-sale');
    expect(told).toMatch(/Phase:\s+SUCCESS/);
    expect(told).toMatch(/Reason:\s+Admitted/);
    expect(told).toMatch(/Normal\s+Started\s/);
    expect(told).toMatch(/Normal\s+Succeeded\s/);
  });

  test('a redraw that an operator requests draws the same picture in a pod', async () => {
    const { namespace } = installation;
    await namespace.kubectl('annotate', 'adjob', 'spring-sale', `${redrawAnnotation}=1`);
    const path = `jsonpath={.metadata.annotations.${redrawStateAnnotation.replaceAll('.', '\\.')}}`;
    let state = '';
    await until(async () => {
      state = await namespace.kubectl('get', 'adjob', 'spring-sale', '-o', path);
      return /"state":"(done|failed)"/.test(state);
    }, 120);
    expect(JSON.parse(state)).toMatchObject({ number: 1, state: 'done', files: [{ name: 'ad-1.png', isSame: true }] });
  });

  test('the video sample makes a film', async () => {
    const { namespace } = installation;
    await namespace.waitFor('adjob/spring-film', 'condition=Complete', 300);
    expect((await namespace.adJob('spring-film')).status).toMatchObject({
      phase: 'SUCCESS',
      response: {
        video: { width: 1080, height: 1920, fps: 30, format: 'mp4', has_audio: true },
        provenance: { model: expect.stringContaining('kokoro-82m/') },
      },
    });
  }, 320_000);

  test('the cancelled sample ends as FAILED', async () => {
    await installation.namespace.waitFor('adjob/spring-sale-cancelled', 'jsonpath={.status.phase}=FAILED');
    expect((await installation.namespace.adJob('spring-sale-cancelled')).status.error).toMatch(/\[cancelled\]$/);
  });

  test('a suspended sample starts no stage until it is resumed', async () => {
    const { namespace } = installation;
    await namespace.waitFor('adjob/spring-sale-callback', 'condition=Complete', 180);
    expect((await namespace.adJob('spring-sale-later')).status).toMatchObject({ phase: 'PENDING' });
    expect(await namespace.list('jobs', 'adwright.dev/adjob=spring-sale-later')).toEqual([]);
    await namespace.kubectl('patch', 'adjob', 'spring-sale-later', '--type=merge', '-p', '{"spec":{"suspend":false}}');
    await namespace.waitFor('adjob/spring-sale-later', 'condition=Complete', 180);
  });
});

describe('a ServiceAccount with the role edit', () => {
  const team = 'team';
  const create = async (name: string, refs: object): Promise<Ended> => {
    const as = `--as=system:serviceaccount:${installation.namespace.name}:${team}`;
    const text = adJob(name, { type: 'image_ad', suspend: true, ...refs, image });
    return run('kubectl', ['-n', installation.namespace.name, as, 'create', '-f', '-'], { input: text });
  };
  /** Creates a RoleBinding of the ServiceAccount and waits until it has the permission. */
  const bind = async (role: string, permission: string[]): Promise<void> => {
    const { namespace } = installation;
    const subject = `${namespace.name}:${team}`;
    const roleName = role.replace(/.*=/, '');
    await namespace.kubectl('create', 'rolebinding', roleName, role, `--serviceaccount=${subject}`);
    const as = `--as=system:serviceaccount:${subject}`;
    await until(async () => (await namespace.tryKubectl('auth', 'can-i', ...permission, as)).code === 0, 30);
  };
  const acme = { accountRef: { name: 'acme' }, apiKeyRef: { name: 'acme-web' } };
  const use = ['use', 'apikeys.adwright.dev/acme-web'];

  beforeAll(async () => {
    await installation.namespace.kubectl('create', 'serviceaccount', team);
    await bind('--clusterrole=edit', ['create', 'adjobs.adwright.dev']);
  });

  test('may create an AdJob only with the permission to use its account and its key', async () => {
    const { namespace } = installation;
    const refused = await create('no-use', acme);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      new RegExp(
        `${team} may not use the AdAccount "acme" in ${namespace.name}; it needs the verb "use".*account-user`,
      ),
    );
    const rules = [{ apiGroups: ['adwright.dev'], resources: ['adaccounts'], resourceNames: ['acme'], verbs: ['use'] }];
    const metadata = { name: 'acme-account' };
    await namespace.mustApply(stringify({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata, rules }));
    await bind('--role=acme-account', ['use', 'adaccounts.adwright.dev/acme']);
    expect((await create('no-key-use', acme)).stderr).toMatch(/may not use the ApiKey "acme-web"/);
    expect((await create('keyless', { accountRef: acme.accountRef })).stderr).toBe('');

    await bind('--role=adwright-account-user', use);
    expect((await create('with-use', acme)).stderr).toBe('');
  });

  test('may use every account once the policy is turned off', async () => {
    await installation.helm('upgrade', release, chart, '--reuse-values', '--set', 'accountUse.enabled=false');
    await until(async () => (await create('without-policy', { accountRef: { name: 'other' } })).code === 0, 30);
  });
});

describe('missing references', () => {
  test.each([
    ['account', { accountRef: { name: 'nobody' } }, /nobody.*\[account_not_found\]$/],
    ['key', { accountRef: { name: 'acme' }, apiKeyRef: { name: 'no-key' } }, /no-key.*\[key_not_found\]$/],
  ])('an AdJob with an unknown %s ends FAILED and names it', async (what, refs, error) => {
    const { namespace } = installation;
    await namespace.mustApply(adJob(`no-${what}`, { type: 'image_ad', ...refs, image }));
    await namespace.waitFor(`adjob/no-${what}`, 'condition=Failed');
    const { status } = await namespace.adJob(`no-${what}`);
    expect(status).toMatchObject({ phase: 'FAILED', error: expect.stringMatching(error) });
    expect(await namespace.list('jobs', `adwright.dev/adjob=no-${what}`)).toEqual([]);
    expect(await namespace.kubectl('describe', 'adjob', `no-${what}`)).toMatch(/Warning\s+Failed\s/);
  });
});

describe('specs that the API server refuses', () => {
  const accountRef = { name: 'acme' };
  test.each<[string, object, RegExp]>([
    ['two types of ads at once', { accountRef, type: 'video_ad', image }, /spec.*video/],
    [
      'a ratio that is too wide',
      { accountRef, type: 'image_ad', image: { ...image, generationMetadata: { aspectRatios: '9:1' } } },
      /spec\.image\.generationMetadata\.aspectRatios/,
    ],
    ['a misspelt field', { accountRef, type: 'image_ad', imag: image, image }, /unknown field "spec.imag"/],
  ])('kubectl apply reports %s in a readable message', async (_, spec, words) => {
    const { code, stderr } = await installation.namespace.apply(adJob('wrong', spec));
    expect(code).toBe(1);
    expect(stderr).toMatch(words);
  });

  test('kubectl patch of an immutable field reports the field', async () => {
    const patch = '{"spec":{"accountRef":{"name":"other"}}}';
    const { code, stderr } = await installation.namespace.tryKubectl(
      'patch',
      'adjob',
      'spring-sale',
      '--type=merge',
      '-p',
      patch,
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/spec\.accountRef.*immutable/);
  });
});

describe('wrong chart values', () => {
  test.each<[string, object, RegExp]>([
    ['a misspelt value', { contoller: { replicas: 1 } }, /contoller/],
    ['an incomplete production setting', { storage: { type: 's3' } }, /bucket/],
  ])('helm refuses %s and names the value', async (_, values, words) => {
    const { code, stderr } = await installation.tryInstall({ ...values });
    expect(code).toBe(1);
    expect(stderr).toMatch(words);
  });
});

test('a second release serves its own namespace, with the CRDs and the Redis of the first', async () => {
  const first = installation;
  const secret = ['secret', 'adwright-redis', '-o', 'jsonpath={.data.password}'];
  const password = Buffer.from(await first.namespace.kubectl('get', ...secret), 'base64').toString();
  const second = new Installation(await Namespace.create('second'));
  try {
    await second.install({
      ...{ crds: { install: false }, rbac: { aggregate: false } },
      redis: { url: `redis://adwright-redis.${first.namespace.name}.svc:6379`, password },
    });
    const clients = await Promise.all([first, second].map((each) => each.client()));
    const made = await Promise.all(clients.map((client) => client.createImage(shortRequest)));
    for (const [index, client] of clients.entries())
      expect(await client.ended(made[index] ?? '')).toMatchObject({ status: 'SUCCESS' });
    const names = (await second.namespace.adJobs()).map(({ metadata }) => metadata.name);
    expect(names).toEqual([made[1]]);
    const [account] = (await second.namespace.kubectl('get', 'adaccounts', '-o', 'name')).trim().split('\n');
    const shown = 'jsonpath={.status.credits.granted} {.status.credits.reserved} {.status.credits.spent}';
    // The controller writes sums after a job's end is seen.
    await until(async () => (await second.namespace.kubectl('get', account ?? '', '-o', shown)) === '10000 0 5');
  } finally {
    await second.close();
  }
});
