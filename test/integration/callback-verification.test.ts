import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { signatureHeaders } from '../../src/webhooks/signature.ts';
import { verify } from '../../examples/callbacks/verify.ts';
import { signedSamples } from '../support/callbacks/signed-samples.ts';

const root = join(import.meta.dirname, '../..');
const names = signedSamples.map(({ name, isValid }) => [name, isValid]);

test('the TypeScript example accepts exactly the signed callbacks', () => {
  const results = signedSamples.map(({ name, secret, headers, body, nowSeconds }) => [
    name,
    verify(secret, headers, Buffer.from(body, 'base64'), new Date(nowSeconds * 1_000)),
  ]);
  expect(results).toEqual(names);
});

const harness = `
import base64, json, sys
sys.path.insert(0, "examples/callbacks")
sys.dont_write_bytecode = True
from verify import verify
print(json.dumps([
    [s["name"], verify(s["secret"], s["headers"], base64.b64decode(s["body"]), s["nowSeconds"])]
    for s in json.load(sys.stdin)
]))
`;

test('the Python example accepts exactly the signed callbacks', () => {
  const { error, stdout, stderr } = spawnSync('python3', ['-c', harness], {
    cwd: root,
    input: JSON.stringify(signedSamples),
    encoding: 'utf8',
  });
  if (error !== undefined) throw new Error('This test needs Python 3.9 or newer (Debian: python3).', { cause: error });
  expect(stderr).toBe('');
  expect(z.unknown().parse(JSON.parse(stdout))).toEqual(names);
});

test('the receiver of the examples accepts signed callbacks and rejects others', async () => {
  const key = Buffer.alloc(32, 7);
  const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: `whsec_${key.toString('base64')}`, PORT: '0' };
  const receiver = spawn(process.execPath, [join(root, 'examples/callbacks/receiver.ts')], { env });
  try {
    const output = receiver.stdout.setEncoding('utf8');
    const [line] = (await once(output, 'data')) as [string];
    const [url = ''] = /http:\S+/.exec(line) ?? [];
    const body = Buffer.from('{"job_id":"1"}');
    const headers = { ...signatureHeaders({ id: '1', body }, [key], new Date()) };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(204);
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(401);
    await expect(fetch(url, { method: 'POST', headers, body: Buffer.alloc(2_000_000) })).rejects.toThrow();
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(204);
  } finally {
    receiver.kill();
  }
});

test.each([
  ['typescript', 'ts'],
  ['python', 'py'],
  ['go', 'go'],
])('the guide shows the %s example as it is tested', (language, extension) => {
  const guide = readFileSync(join(root, 'docs/guide/callbacks.md'), 'utf8');
  const [, shown = ''] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(guide) ?? [];
  expect(shown).toBe(readFileSync(join(root, `examples/callbacks/verify.${extension}`), 'utf8'));
});
