import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { follow, shellBlocks } from '../support/guide.ts';
import { Installation, release } from '../support/installation.ts';
import { plainRequest } from '../support/requests.ts';
import type { RestApi } from '../support/rest.ts';

const folder = temporaryFolder();
let installation: Installation;
let client: RestApi & { account: string };
let finished: string;

beforeAll(async () => {
  installation = await Installation.create('backup');
  client = await installation.client();
  finished = await client.createImage(plainRequest);
  await client.ended(finished);
});
afterAll(async () => {
  folder.remove();
  await installation.close();
});

const commands = (heading: string) => shellBlocks('docs/guide/backup.md', heading, installation.namespace.name);

const create = (): Promise<Response> =>
  client.send('/create_image_ad_async', { method: 'POST', body: JSON.stringify(plainRequest) });

/** Deletes the volume of Redis, as when a disk breaks. */
async function loseLedger(): Promise<void> {
  const { namespace } = installation;
  const redis = `${release}-redis`;
  await namespace.kubectl('scale', `statefulset/${redis}`, '--replicas=0');
  await namespace.kubectl('wait', `pod/${redis}-0`, '--for=delete', '--timeout=60s');
  await namespace.kubectl('delete', 'pvc', `data-${redis}-0`);
  await namespace.kubectl('scale', `statefulset/${redis}`, '--replicas=1');
  await namespace.kubectl('rollout', 'status', `statefulset/${redis}`, '--timeout=60s');
}

/** Repeats a create until the answer is another than the problem `unavailable`. */
async function answered(): Promise<{ status: number; text: string }> {
  for (;;) {
    const answer = await create();
    const text = await answer.text();
    if (!text.includes('#unavailable')) return { status: answer.status, text };
    await pause(250);
  }
}

/** Returns a pattern for the line in which `verify` reports that these amounts of the account are correct. */
const line = (...columns: number[]): RegExp => new RegExp(`${[client.account, ...columns].join(' +')} +ok`);

test('a lost ledger refuses creates until it is restored from a recent backup', async () => {
  await installation.namespace.waitFor(`adaccount/${client.account}`, 'jsonpath={.status.credits.spent}=5');
  await follow(commands('Take a backup')[0], folder.path);
  await loseLedger();

  expect(await answered()).toMatchObject({ status: 503, text: expect.stringContaining('#ledger_lost') });
  expect(await client.job(finished)).toMatchObject({ status: 'SUCCESS' });

  const [restore, rebuild] = commands('The ledger is lost');
  expect(await follow(restore, folder.path)).toMatch(line(10_000, 0, 5, 9_995));
  expect(await follow(rebuild, folder.path)).toMatch(line(10_000, 0, 5, 9_995));
  expect((await answered()).status).toBe(202);
});

test('a deleted installation is restored from a backup with its key, credits, jobs and files', async () => {
  await installation.helm('uninstall', release, '--timeout=2m');
  const { name } = installation.namespace;
  await installation.namespace.kubectl('delete', 'adjobs,adaccounts,apikeys', '--all', '--wait=false');
  await installation.namespace.kubectl('delete', 'namespace', name, '--timeout=120s');

  const [before, install, after] = commands('Everything is lost');
  await follow(before, folder.path);
  expect(install).toContain(
    `helm -n ${name} install ${release} charts/adwright -f production.yaml --set controller.replicas=0 --wait`,
  );
  await installation.install({ controller: { replicas: 0 } });
  expect(await follow(after, folder.path)).toMatch(line(10_000, 0, 5, 9_995));

  const job = await client.job(finished);
  expect(job).toMatchObject({ status: 'SUCCESS' });
  const [picture] = await client.pictures(job);
  expect(picture?.sha256).toBe(picture?.named.sha256);
  expect((await answered()).status).toBe(202);
});
