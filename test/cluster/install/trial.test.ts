import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../../support/network/free-port.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { until } from '../../support/process/until.ts';
import { chart, Installation, release } from '../support/installation.ts';
import { plainRequest } from '../support/requests.ts';
import { Dashboard } from '../support/dashboard.ts';
import { follow, shellBlocks } from '../support/guide.ts';
import { Namespace } from '../support/namespace.ts';
import { stepsOfNotes } from '../support/notes-steps.ts';
import { mustRun } from '../support/program.ts';
import { runbookCommands } from '../support/runbook-commands.ts';
import { podAddressOf, type ServiceAddress } from '../support/service-address.ts';
import { startSites, type Sites } from '../support/sites.ts';

const sources = fileURLToPath(new URL('../../../src', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = temporaryFolder();
let installation: Installation;
/** Output of each block of the README, in their order. */
const printed: string[] = [];
beforeAll(async () => {
  installation = new Installation(await Namespace.create('trial'));
  await installation.asReader(async (values) => {
    for (const block of readme(values)) printed.push(await follow(block, root));
  });
}, 300_000);
afterAll(async () => {
  folder.remove();
  await installation.close();
});

/** Returns the commands of the README for a cluster. The images were built before, and the node has no registry. */
function readme(values: string): string[] {
  const [install = '', ...more] = shellBlocks('README.md', 'On a cluster', installation.namespace.name);
  const [image, ...commands] = install.split('\n');
  expect(image).toMatch(/^make image /);
  const helm = commands.join('\n').trim();
  expect(helm).toMatch(/^helm install adwright /);
  return [`${helm.replaceAll('REGISTRY', 'localhost')} --take-ownership --wait -f ${values}`, ...more];
}

test('the commands of the README install a trial and end with a job that has ended', () => {
  expect(printed).toHaveLength(2);
  expect(printed[0]).toContain('STATUS: deployed');
  expect(printed[1]).toMatch(/adaccount.*\/acme condition met[^]*adjob.*\/spring-sale condition met/);
});

test('adwright check finds nothing that the trial lacks', async () => {
  const blocks = shellBlocks('docs/guide/cluster.md', 'Before you install', installation.namespace.name);
  const commands = blocks.join('').trim().split('\n');
  // The registry of the second command does not exist.
  const checks = commands.filter((command) => !command.includes(' check registry '));
  expect(checks).toHaveLength(2);
  for (const check of checks) expect(await follow(check, root)).toMatch(/^ +ok /m);
});

describe('an installation without values', () => {
  test('an installation without values makes an ad, and the downloaded file matches the response', async () => {
    const client = await installation.client();
    const job = await client.ended(await client.createImage(plainRequest));
    expect(job).toMatchObject({ status: 'SUCCESS', error: null });
    const [picture, ...more] = await client.pictures(job);
    expect(more).toEqual([]);
    expect(picture?.sha256).toBe(picture?.named.sha256);
    expect(picture?.bytes.length).toBe(picture?.named.bytes);
    expect(picture?.bytes.subarray(1, 4).toString()).toBe('PNG');
  });

  test('an installation without values passes its helm test', async () => {
    const told = await installation.helm('test', 'adwright', '--logs');
    expect(told).toContain('Phase:          Succeeded');
    expect(told).toMatch(/POST \/create_image_ad_async 401/);
  });

  test('the function of the notes also runs the commands of the ledger', async () => {
    expect(await installation.adwright('ledger', 'verify')).toMatch(/\bRESULT\n(.* ok\n)+$/);
  });

  test('two commands of the function of the notes can run at once', async () => {
    const { account } = await installation.client();
    const keys = await Promise.all([1, 2].map(() => installation.adwright('keys', 'create', '--account', account)));
    expect(keys.map((key) => key.trim())).toEqual([expect.stringMatching(/^adw_/), expect.stringMatching(/^adw_/)]);
  });

  test('kubectl can show and wait for a job of an installation without values', async () => {
    const client = await installation.client();
    const id = await client.createImage(plainRequest);
    await installation.namespace.waitFor(`adjob/${id}`, 'condition=Complete');
    const table = await installation.namespace.kubectl('get', 'adjobs', id);
    expect(table).toMatch(/NAME\s+TYPE\s+PHASE\s+STAGE\s+WAITING\s+ACCOUNT\s+CREDITS\s+AGE/);
    expect(table).toMatch(new RegExp(`${id}\\s+image_ad\\s+SUCCESS\\s.*${client.account}`));
  });
});

describe('the commands of the runbooks', () => {
  const names = { JOB: '', POD: '', ACCOUNT: '' };
  beforeAll(async () => {
    const client = await installation.client();
    names.ACCOUNT = client.account;
    names.JOB = await client.createImage(plainRequest);
    await client.ended(names.JOB);
    const [pod] = await installation.namespace.list('pods', 'app.kubernetes.io/component=controller');
    names.POD = pod?.metadata.name ?? '';
  });

  /** Output of each command on this installation, in which nothing is wrong. Other commands print nothing here. */
  const prints: readonly (readonly [command: RegExp, output: RegExp])[] = [
    [/workqueue_/, /^leader_election_master_status\{\S+ 1\nworkqueue_depth\{/m],
    [/webhookconfigurations/, /^NAME +RESOURCES +TIMEOUT$/m],
    [/component=stage$/, /Completed/],
    [/readyz\?verbose"/, /create ok/],
    [/--raw '?\/readyz/, /readyz check passed/],
    [/9090\/metrics/, /adwright_ledger_exact 1/],
    [/component=redis/, /-redis-0 +1\/1 +Running/],
    [/part-of=adwright/, /-api-.*Running[^]*-controller-.*Running/],
    [/get pods -l app.kubernetes.io\/component=controller/, /-controller-.*Running/],
    [/component=stage,adwright.dev\/stage=image/, /-image-1-.*Completed/],
    [/describe pod/, /Events:/],
    [/events --for/, /LAST SEEN/],
    [/logs (POD|-l app.kubernetes.io\/component=controller --tail=50 --prefix)$/, /"level":"info"/],
    [/ledger verify/, /\bRESULT\n(.* ok\n)+$/],
    // What a log contains depends on the start of the pods. The next test covers the phrases.
    [/ logs .*grep/, /^/],
    [/conditions\[\?\(@.type=="BrandRead"\)\]/, /\d/],
    [/auth can-i/, /^yes$/m],
    [/describe adjob/, /CallbackDelivered|Conditions:/],
    [/\.status\.credits/, /"available":\d+/],
    [/accounts grant/, /500/],
    [/describe resourcequota/, /^$|quota/i],
    [/get apikeys/, /NAME +ACCOUNT +IMAGES +READS\n[^]*10000 +1000000/],
    [/ls -la/, /installation-mark$/m],
    [/ADWRIGHT_STORAGE/, /^volume \S+\s*$/m],
    [/range \$job := /, /^$/],
    [/"GrantsApplied"/, /client-\w+ \w+/],
    [/"SigningSecret"/, /client-\w+ \w+/],
    [/get secret adwright-account-secrets/, /^secret\/adwright-account-secrets$/m],
    [/get lease -o yaml/, /holderIdentity: adwright-controller-/],
    [/get lease/, /adwright-controller +adwright-controller-/],
    [/\.status\.stages\[\*\]/, /^image 1 /m],
    // Without a way out to the internet, the job of the README cannot read its page.
    [/reason=BrandNotRead/, /BrandNotRead +adjob\/spring-sale/],
    [/phase=FAILED -o wide|phase=PROCESSING$|phase=Pending$|state=pending -o wide|get events/, /^$/],
    [/go-template/, /^( *\d+ \w* \w* ?\d*\n)*$/],
    [/custom-columns=ACCOUNT/, /1 ACCOUNT/],
    [/lastState/, /^\{/],
  ];
  /** Commands that need what an installation without faults lacks: an earlier run of a pod, or the URL of Redis. */
  const notHere = [/--previous/, /^redis-cli/];

  test.each(runbookCommands())('$page: $command prints what its page says', async ({ command }) => {
    if (notHere.some((pattern) => pattern.test(command))) return;
    const { name } = installation.namespace;
    const line = command
      .replaceAll(/ -n ads\b/g, ` -n ${name}`)
      .replaceAll('serviceaccount:ads:', `serviceaccount:${name}:`)
      .replaceAll(/\b(JOB|POD|ACCOUNT)\b(?!:)/g, (_, placeholder: keyof typeof names) => names[placeholder]);
    const output = line.startsWith('adwright ')
      ? await installation.adwright(...line.split(' ').slice(1))
      : await mustRun('bash', ['-c', line.includes('grep') ? `{ ${line.replace(/ #.*/, '')} || true; }` : line]);
    const wanted = prints.find(([pattern]) => pattern.test(command))?.[1];
    expect(output).toMatch(wanted ?? /^$/);
  });

  test('every phrase that a runbook looks for in a log is one that the program logs', () => {
    const phrases = runbookCommands().flatMap(({ command }) =>
      [...command.matchAll(/grep (?:-E )?'([^'"\\[]+)'/g)].map(([, text = '']) => text.split('|')).flat(),
    );
    expect(phrases.length).toBeGreaterThan(5);
    const source = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(sources, file), 'utf8'))
      .join('\n')
      .replaceAll(/\/\*[^]*?\*\/|^ *\/\/.*$/gm, '');
    expect(phrases.filter((phrase) => !source.includes(phrase))).toEqual([]);
  });
});

describe('an installation with two replicas of the dashboard', () => {
  let replicas: ServiceAddress[];
  beforeAll(async () => {
    await installation.install({ admin: { enabled: true, replicas: 2 } });
    const listed = await installation.namespace.kubectl(
      ...['get', 'pods', '--selector=app.kubernetes.io/component=admin', '-o', 'jsonpath={.items[*].metadata.name}'],
    );
    replicas = await Promise.all(listed.split(' ').map((pod) => podAddressOf(installation.namespace, pod, 8081)));
  });
  afterAll(() => {
    for (const replica of replicas) replica.close();
  });

  test('a link that a command prints signs in at all replicas, and a key that is made there works', async () => {
    const { account } = await installation.client();
    const printed = await installation.namespace.kubectl(
      ...['exec', 'deploy/adwright-admin', '--', 'adwright', 'admin', 'sign-in', '--name', 'Ada'],
    );
    expect(replicas).toHaveLength(2);
    const [first, second] = replicas.map(({ url }) => new Dashboard(url));
    await first?.signIn(new URL(printed.trim()));
    second?.adopt(first);
    for (const replica of [first, second]) expect(await replica?.page('/accounts')).toContain(account);
    const key = await second?.createKey(`${installation.namespace.name}/${account}`);
    expect((await installation.restApi(key ?? '').send('/credits')).status).toBe(200);
    expect(await first?.page('/audit')).toContain('api_key.create');
  });
});

describe('an installation that may read a website in the cluster', () => {
  let sites: Sites;
  beforeAll(async () => {
    sites = await startSites(installation.namespace);
    await installation.install({ egressAllow: sites.egressAllow });
  });

  test('an installation that may read a website in the cluster takes the brand from its page', async () => {
    const client = await installation.client();
    const id = await client.createImage({
      brand_data: { brand_url: `${sites.verdane}/` },
      product_metadata: { product_url: `${sites.verdane}/products/spruce-body-oil.html`, product_images: null },
      generation_metadata: { aspect_ratios: '1:1, 9:16' },
    });
    const job = await client.ended(id);
    expect(job).toMatchObject({
      status: 'SUCCESS',
      response: {
        brand: { name: 'Verdane', onboarding: 'done', product: { name: expect.stringContaining('Spruce Body Oil') } },
      },
    });
    for (const { named, sha256 } of await client.pictures(job)) expect(sha256).toBe(named.sha256);
  });
});

test('a bundled Redis recovers from an image that cannot be pulled', async () => {
  const { namespace } = installation;
  const wrong = 'redis.bundled.image.tag=missing';
  await installation.helm('upgrade', release, chart, '--reuse-values', '--set', wrong);
  const waiting = 'jsonpath={.status.containerStatuses[0].state.waiting.reason}';
  await until(async () => {
    const { stdout } = await namespace.tryKubectl('get', 'pod', 'adwright-redis-0', '-o', waiting);
    return /Pull/.test(stdout);
  }, 60);
  await installation.install();
  const client = await installation.client();
  expect((await client.send('/credits')).status).toBe(200);
});

test('the commands of the notes, run in their order without a way out to the internet, end with a picture', async () => {
  const notes = await installation.helm('get', 'notes', release);
  const steps = stepsOfNotes(notes, { namespace: installation.namespace.name, port: await freePort() });
  const told = await mustRun('bash', ['-c', `cd ${folder.path}\n${steps}`]);
  expect(told).toContain('condition met');
  expect(told).toMatch(/"status": ?"SUCCESS"/);
  expect(readFileSync(join(folder.path, 'ad.png')).subarray(1, 4).toString()).toBe('PNG');
});
