import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import { BrowserReader } from '../../src/stages/onboarding/readers/browser.ts';
import { connectBrowser } from '../../src/stages/onboarding/browser/connect.ts';
import { openDoor, type Door } from '../support/brands/browser-door.ts';
import { onboard } from '../support/brands/onboard.ts';
import { startPageWorld } from '../support/brands/page-world.ts';

let door: Door;
let doors: Door[] = [];
afterEach(async () => {
  for (const each of doors) await each.close();
  doors = [];
});

async function open(...args: Parameters<typeof openDoor>): Promise<Door> {
  const opened = await openDoor(...args);
  doors.push(opened);
  return opened;
}

const node = (program: string): Promise<Door> => open([process.execPath, '-e', program]);

/** Connects to the door and returns what the program behind it writes until it ends. */
async function answer(): Promise<unknown> {
  const browser = await connectBrowser({ socket: door.socket });
  const words = await text(browser.output);
  await browser.close();
  return JSON.parse(words);
}

test('a program behind the door can open no socket but Unix sockets', async () => {
  door = await node(`
    const { once } = require('node:events'), { writeFileSync } = require('node:fs');
    const net = require('node:net'), dgram = require('node:dgram');
    const code = (socket) => once(socket, 'listening').then(() => 'listens', (error) => error.code);
    Promise.all([
      code(net.createServer().listen(0, '127.0.0.1')), code(net.createServer().listen(0, '::1')),
      once(net.connect(80, '127.0.0.1'), 'connect').catch((error) => error.code),
      new Promise((resolve) => dgram.createSocket('udp4').on('error', (error) => resolve(error.code)).bind(0)),
      code(net.createServer().listen(process.env.HOME + '/unix')),
    ]).then((codes) => { writeFileSync(4, JSON.stringify(codes)); process.exit(); });`);
  expect(await answer()).toEqual(['EACCES', 'EACCES', 'EACCES', 'EACCES', 'listens']);
});

const Seen = z.object({ processes: z.array(z.string()), files: z.array(z.string()), variables: z.array(z.string()) });

test('after a connection, no process and no file is left for the next one', async () => {
  door = await node(`
    const { readdirSync, writeFileSync } = require('node:fs'), { spawn } = require('node:child_process');
    const processes = readdirSync('/proc').filter((name) => /^\\d+$/.test(name) && name !== String(process.pid));
    const seen = { processes, files: readdirSync(process.env.HOME), variables: Object.keys(process.env).sort() };
    writeFileSync(process.env.HOME + '/left', '');
    const ignores = "process.on('SIGTERM', () => 0); setInterval(() => 0, 60_000)";
    spawn(process.execPath, ['-e', ignores], { detached: true, stdio: 'ignore' }).unref();
    writeFileSync(4, JSON.stringify(seen));
    process.exit();`);
  const clean = { processes: ['1'], files: [], variables: ['HOME', 'PATH', 'TMPDIR'] };
  expect([Seen.parse(await answer()), Seen.parse(await answer())]).toEqual([clean, clean]);
});

const headline = '<!doctype html><title>Tern</title><h1>Wool that likes the rain</h1>';

test('reading ends as soon as the container of the browser is killed', async () => {
  door = await open();
  const world = await startPageWorld({
    '/': `${headline}<img src="/picture">`,
    '/picture': (response) => {
      door.kill();
      response.writeHead(404).end();
    },
  });
  // The test would fail by its own time limit if the reader waited for that of the page.
  const reader = new BrowserReader({ open: () => connectBrowser({ socket: door.socket }), timeoutMs: 600_000 });
  const reading = await reader.read(await world.open('/'), world.deps);
  await world.close();
  expect(reading).toEqual({ kind: 'failed', why: 'the browser could not read the page' });
});

test('without a browser at the socket, a page is read from its source, with a note', async () => {
  const world = await startPageWorld({ '/': headline });
  const { extract } = await onboard({ brandUrl: `${world.origin}/`, browser: '', socket: '/var/tmp/no-browser.sock' });
  await world.close();
  expect(extract.headlines.map(({ text: words }) => words)).toContain('Wool that likes the rain');
  expect(extract.notes).toEqual([
    `brand_data.brand_url at ${new URL(world.origin).host} was read without a browser: the browser is not running.`,
  ]);
});

test('a second connection is served when the first has closed', async () => {
  door = await node(`require('node:fs').writeFileSync(4, 'started'); setInterval(() => 0, 60_000);`);
  const first = await connectBrowser({ socket: door.socket });
  await once(first.output, 'data');
  const refused = connect({ path: door.socket });
  const [error] = (await once(refused, 'error')) as [Error];
  expect(error).toMatchObject({ code: expect.stringMatching(/ENOENT|ECONNREFUSED/) });
  const connecting = connectBrowser({ socket: door.socket });
  await first.close();
  const second = await connecting;
  await once(second.output, 'data');
  await second.close();
});
