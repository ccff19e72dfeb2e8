import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import { requestSnippets, type Snippets } from '../../src/admin/snippets.ts';

const run = promisify(execFile);
const server = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ method: request.method, url: request.url, key: request.headers['x-api-key'], body });
    response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"job_id":"1"}');
  });
});
let received: { method: string | undefined; url: string | undefined; key: unknown; body: string }[] = [];
let apiUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  received = [];
});

const runners: [keyof Snippets, (snippet: string) => [string, string[]]][] = [
  ['curl', (snippet) => ['sh', ['-c', snippet]]],
  ['typescript', (snippet) => ['node', ['--no-warnings', '--input-type=module-typescript', '-e', snippet]]],
  ['python', (snippet) => ['python3', ['-c', snippet]]],
];

const nasty = JSON.parse(
  '{"text": "it\'s \\"$(id)\\" `id` \\\\ \\n\\r\\t\\u2028 {x} %s 🦊 <b>", "__proto__": {"a": [true, false, null, -1.5e-7, []]}, "é": {}}',
) as unknown;
const key = 'adw_\'quoted"$HOME';

test.each(runners)('the request in %s sends exactly the body and the key', async (language, commandOf) => {
  const snippets = requestSnippets({ apiUrl, path: '/create?dry_run=true&a=b', body: nasty, keyPlaceholder: key });
  const { stdout } = await run(...commandOf(snippets[language]));
  expect(stdout).toContain('job_id');
  expect(received).toMatchObject([{ method: 'POST', url: '/create?dry_run=true&a=b', key }]);
  expect(JSON.stringify(JSON.parse(received[0]?.body ?? ''))).toBe(JSON.stringify(nasty));
});

test.each(runners)('a request without a body in %s is a GET', async (language, commandOf) => {
  const snippets = requestSnippets({ apiUrl, path: '/credits', keyPlaceholder: key });
  await run(...commandOf(snippets[language]));
  expect(received).toEqual([{ method: 'GET', url: '/credits', key, body: '' }]);
});
