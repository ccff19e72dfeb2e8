import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Pool } from 'undici';
import { z } from 'zod';
import { wholeAnswer } from '../../src/k8s/whole-answer.ts';

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url !== '/held') response.end('ü');
});
let pool: Pool;

beforeEach(async () => {
  asked.length = 0;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 });
});
afterEach(async () => {
  await pool.destroy();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const ask = (path: string, signal: AbortSignal = new AbortController().signal) =>
  wholeAnswer(pool, { method: 'GET', path }, signal);

test('a request that is aborted while it waits for a connection is never sent', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const running = ask('/held', first.signal);
  const waiting = ask('/waiting', second.signal);
  second.abort(new Error('too long'));
  await expect(waiting).rejects.toThrow('too long');
  first.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  await expect(ask('/next')).resolves.toMatchObject({ statusCode: 200, text: 'ü' });
  expect(asked).not.toContain('/waiting');
});

test('a request that is aborted before it starts is never sent', async () => {
  await expect(ask('/over', AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
  await ask('/next');
  expect(asked).toEqual(['/next']);
});
