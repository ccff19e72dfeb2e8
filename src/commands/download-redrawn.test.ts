import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../clock/system-clock.ts';
import { sha256 } from '../files/sha256.ts';
import { downloadRedrawn } from './download-redrawn.ts';

const jobId = '0190f5a0-0000-7000-8000-000000000001';
const bytes = Buffer.from('a picture');
const folder = `redraw-2-${'0a'.repeat(16)}`;
const path = `/files/${jobId}/${folder}/ad-1.png`;

let server: Server;
let base: string;
let asked: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(bytes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  server.close();
});

const download = (url: string, proxy = ''): Promise<Buffer> =>
  downloadRedrawn(
    { clock: systemClock, proxies: () => ({ http: proxy, https: '', none: '' }) },
    { name: 'ad-1.png', bytes: bytes.length, sha256: sha256(bytes), url },
    { jobId, number: 2 },
  );

test.each<[string, string]>([
  ['another path', '/metrics'],
  ['another job', path.replace(jobId, '0190f5a0-0000-7000-8000-000000000002')],
  ['another redraw', path.replace('redraw-2', 'redraw-1')],
  ['another stage', path.replace('redraw-2', 'image-2')],
  ['another file', path.replace('ad-1', 'ad-2')],
  ['a query', `${path}?to=elsewhere`],
  ['a path that leads upwards', `${path}/../../x/ad-1.png`],
])('downloadRedrawn sends no request to %s', async (_, at) => {
  await expect(download(`${base}${at}`)).rejects.toThrow('the URL is not that of a file of this redraw');
  expect(asked).toEqual([]);
});

test('downloadRedrawn reads a file of an API below a path', async () => {
  expect(await download(`${base}/ads${path}`)).toEqual(bytes);
});

test('downloadRedrawn uses the proxy of the environment', async () => {
  expect(await download(`http://ads.example${path}`, base)).toEqual(bytes);
  expect(asked).toEqual([`http://ads.example${path}`]);
});
