/** The program of a stage process, with stages that only tests use. The launcher runs it as `node stage-main.ts`. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { BrandUnreadable, PermanentFailure, TransientFailure } from '../../../src/stages/stage-errors.ts';
import { runStage } from '../../../src/roles/stage.ts';
import type { Stage, StageContext } from '../../../src/stages/stage.ts';

const text = 'text/plain';

/** Writes the process ids to `out.txt`, so that a test can check whether these processes run. */
async function announce({ write }: StageContext, pids: number[]): Promise<void> {
  await write('out.txt', Buffer.from(pids.join(' ')), text);
}

function forever(): Promise<never> {
  return new Promise(() => setInterval(() => undefined, 60_000));
}

const stages: Record<string, Stage> = {
  // Copies its request and an optional input to its output.
  copy: async ({ request, read, write }) => {
    const early = await read('early/out.txt');
    await write('out.txt', Buffer.from(`${request.brandUrl ?? ''} ${early?.toString() ?? 'nothing'}`), text);
    return { summary: 'Copied\n  two   things.', response: { file: 'out.txt' } };
  },
  // Writes an output file that its input does not declare.
  undeclared: async ({ write }) => {
    await write('other.txt', Buffer.from('x'), text);
    return { summary: '' };
  },
  refuse: () => Promise.reject(new PermanentFailure('quality_gate', 'It is not good enough.')),
  unread: () => Promise.reject(new BrandUnreadable('HTTPStatus', 'The page does not exist.')),
  refuseAtLength: () => Promise.reject(new PermanentFailure('quality_gate', '\u{1F600}"'.repeat(3_000))),
  crash: () => Promise.reject(new Error('at /srv/secret-place with token sesame')),
  // Exits with an exit code of its own and no message.
  die: () => process.exit(7),
  environment: async ({ write }) => {
    await write('out.txt', Buffer.from(JSON.stringify(process.env)), text);
    return { summary: 'Told.' };
  },
  // Fails with a reason for which another attempt may succeed.
  transient: () => Promise.reject(new TransientFailure('The encoder was killed.')),
  hang: async (context) => {
    await announce(context, [process.pid]);
    return forever();
  },
  // Fails when it is stopped, as an aborted fetch does.
  abortable: async (context) => {
    const { signal } = context;
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(new Error('This operation was aborted.'));
      });
      setInterval(() => undefined, 60_000);
    });
    aborted.catch(() => undefined); // The test may stop the stage before `announce` has returned.
    await announce(context, [process.pid]);
    return aborted;
  },
  // Like `hang`, but ignores SIGTERM and has a child process.
  stubborn: async (context) => {
    process.removeAllListeners('SIGTERM').on('SIGTERM', () => undefined);
    const child = spawn('sleep', ['600'], { stdio: 'ignore' });
    await announce(context, [process.pid, child.pid ?? 0]);
    return forever();
  },
  // Never returns to the event loop.
  busy: async (context) => {
    await announce(context, [process.pid]);
    for (;;) Math.random();
  },
  // Starts a child process that fills the memory.
  greedyChild: () => {
    const grab = 'const held = []; setInterval(() => held.push(Buffer.alloc(16 * 1024 * 1024, 1)), 1)';
    spawn(process.execPath, ['-e', grab], { stdio: 'ignore' });
    return forever();
  },
  // Fills the JavaScript heap.
  leak: () => {
    const held: string[][] = [];
    for (;;) held.push(Array.from({ length: 10_000 }, (_, index) => `${held.length} ${index}`));
  },
  noisy: ({ logger }) => {
    for (let line = 1; line <= 2_000; line += 1) logger.info({ line }, 'noise');
    process.stdout.write('no JSON at all\n');
    return Promise.resolve({ summary: 'Said.' });
  },
};

const stop = new AbortController();
process.on('SIGTERM', () => {
  stop.abort();
});
const loaders = new Map(Object.entries(stages).map(([name, stage]) => [name, () => Promise.resolve(stage)]));
process.exit(await runStage({ stop: stop.signal, stages: loaders }));
