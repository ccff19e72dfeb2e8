import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const logger = join(import.meta.dirname, '../../src/observability/logger.ts');

/** Time limit for the output of a child process. */
const silenceMaxMs = 20_000;

/** Runs a process that logs two lines and then the given code. Returns its log lines. */
async function told(then: string): Promise<Record<string, unknown>[]> {
  const code = `
    import { createLogger, gatheredLines } from ${JSON.stringify(logger)};
    const logger = createLogger('info', 'api', gatheredLines());
    logger.info({ secret: 'x' }, 'first');
    logger.info('second');
    ${then}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: silenceMaxMs,
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (text.includes('second')) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
}

test.each<[string, string]>([
  ['a process that exits', 'process.exit();'],
  ['a process that keeps running', 'setInterval(() => undefined, 1_000);'],
])(
  '%s writes every log line completely and in order',
  async (_, then) => {
    const lines = await told(then);
    expect(lines.map(({ msg }) => msg)).toEqual(['first', 'second']);
    expect(lines[0]).toMatchObject({ role: 'api', secret: '[redacted]' });
    for (const { time } of lines) expect(new Date(String(time)).toISOString()).toBe(time);
  },
  30_000,
);

test.each<[string, string]>([
  ['gathered', 'gatheredLines()'],
  ['written one by one', 'undefined'],
])(
  'a full disk does not end a process whose log lines are %s',
  async (_, destination) => {
    const code = `
      import { setTimeout } from 'node:timers/promises';
      import { createLogger, gatheredLines } from ${JSON.stringify(logger)};
      const logger = createLogger('info', 'api', ${destination});
      for (let round = 0; round < 3; round += 1) {
        logger.info({ text: 'x'.repeat(10_000) }, 'lost');
        await setTimeout(1);
      }
      process.stdout.write('lives on');
      process.exit(7);`;
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', full],
      timeout: silenceMaxMs,
    });
    closeSync(full);
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const [exitCode] = (await once(child, 'close')) as [number | null];
    expect([output, exitCode]).toEqual(['lives on', 7]);
  },
  30_000,
);
