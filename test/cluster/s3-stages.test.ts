import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { S3Artifacts } from '../../src/artifacts/s3-artifacts.ts';
import { S3Server } from '../support/stores/s3-server.ts';
import { owner, terminationMessage, StageLab } from '../support/stages/stage-lab.ts';
import { until } from '../support/process/until.ts';

let server: S3Server;
let store: S3Artifacts;
let lab: StageLab;
beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(() => server.close());
beforeEach(() => {
  store = server.artifacts();
  lab = new StageLab({}, store);
});
afterEach(async () => {
  const log = lab.logged.join('');
  await lab.close();
  store.close();
  expect(log).not.toMatch(/X-Amz-Signature|X-Amz-Credential/);
  expect(log).not.toContain(server.accessKeyId);
});

const textOf = async (key: string): Promise<string> => String(await store.get(key, 1_000_000));

describe('stages with files in a bucket', () => {
  test('a stage reads its request from a bucket and writes its output and result to it', async () => {
    const ended = await lab.run('copy');
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 0 });
    expect(terminationMessage(ended)).toMatchObject({ ref: 'result.json', summary: 'Copied two things.' });
    expect(await textOf('jobs/one/copy-1/out.txt')).toBe('https://brand.example/ nothing');
    expect(await lab.result('copy')).toMatchObject({ stage: 'copy', attempt: 1, files: [{ name: 'out.txt' }] });
  });

  test('a stage reads the output of an earlier stage from a bucket', async () => {
    await store.put('jobs/one/early-1/out.txt', Buffer.from('early words'));
    const made = await lab.attempt('copy');
    const early = await store.access('jobs/one/early-1/out.txt', 'read', 60);
    await lab.launcher.launch({
      ...made,
      input: { ...made.input, inputs: { ...made.input.inputs, 'early/out.txt': early } },
    });
    expect(await lab.ended(made)).toMatchObject({ exitCode: 0 });
    expect(await textOf('jobs/one/copy-1/out.txt')).toBe('https://brand.example/ early words');
  });

  test.each(['input', 'output', 'result'] as const)(
    'a stage whose access to its %s has expired exits with 65',
    async (which) => {
      const made = await lab.attempt('copy');
      const ended = async (name: string, mode: 'read' | 'write') => {
        const access = await store.access(`jobs/one/${name}`, mode, 1);
        await until(async () => (await fetch(access.url, { method: mode === 'read' ? 'GET' : 'PUT' })).status === 403);
        await store.deleteTree('jobs/one/copy-1/');
        return access;
      };
      const expired = {
        input: async () => ({ inputs: { request: await ended('request.json', 'read') } }),
        output: async () => ({ outputs: { 'out.txt': await ended('copy-1/out.txt', 'write') } }),
        result: async () => ({ result: await ended('copy-1/result.json', 'write') }),
      };
      await lab.launcher.launch({ ...made, input: { ...made.input, ...(await expired[which]()) } });
      const end = await lab.ended(made);
      expect(end).toMatchObject({ reason: 'exited', exitCode: 65 });
      expect(terminationMessage(end)).toEqual({ sentence: 'The signed URLs of the stage files have expired.' });
      expect(await store.stat('jobs/one/copy-1/result.json')).toBeUndefined();
      expect(lab.logged.join('')).toMatch(/status 403/);
    },
  );

  test('a stage waits while the bucket is unreachable for a moment', async () => {
    const made = await lab.attempt('copy', owner());
    await server.stop();
    const nobody = createServer((socket) => socket.destroy()).listen(
      Number(new URL(server.endpoint).port),
      '127.0.0.1',
    );
    const [asked] = [once(nobody, 'connection'), await once(nobody, 'listening')];
    await lab.launcher.launch(made);
    await asked;
    nobody.close();
    await once(nobody, 'close');
    await server.go();
    expect(await lab.ended(made)).toMatchObject({ reason: 'exited', exitCode: 0 });
    expect(await textOf('jobs/one/copy-1/out.txt')).toBe('https://brand.example/ nothing');
  });
});
