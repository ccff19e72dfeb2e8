import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { ChildProcessLauncherOptions } from '../../src/launch/process/child-process-launcher.ts';
import { isAlive, owner, terminationMessage, StageLab } from '../support/stages/stage-lab.ts';
import { until } from '../support/process/until.ts';

let labs: StageLab[] = [];
afterEach(async () => {
  await Promise.all(labs.map((lab) => lab.close()));
  labs = [];
});

function openLab(options: Partial<ChildProcessLauncherOptions> = {}): StageLab {
  const lab = new StageLab(options);
  labs.push(lab);
  return lab;
}

const pidsOf = (text: string): number[] => text.split(' ').map(Number);

describe('successful stages', () => {
  test('a stage reads its inputs, writes its outputs and then its result, and reports the result', async () => {
    const lab = openLab();
    const ended = await lab.run('copy');
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 0 });
    const text = 'https://brand.example/ nothing';
    expect(await lab.output('copy')).toBe(text);
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(await lab.result('copy')).toEqual({
      stage: 'copy',
      attempt: 1,
      summary: 'Copied two things.',
      files: [{ name: 'out.txt', sha256, bytes: text.length, contentType: 'text/plain' }],
      response: { file: 'out.txt' },
    });
    const result = await lab.artifacts.get('jobs/one/copy-1/result.json', 10_000);
    const hash = createHash('sha256').update(String(result)).digest('hex');
    expect(terminationMessage(ended)).toEqual({ ref: 'result.json', sha256: hash, summary: 'Copied two things.' });
  });

  test('a stage leaves no scratch folder, and the first launch removes those of a killed service', async () => {
    const lab = openLab();
    const left = join(lab.path, 'scratch', 'attempt-of-old');
    mkdirSync(left, { recursive: true });
    await lab.run('copy');
    expect(readdirSync(join(lab.path, 'scratch'))).toEqual([]);
  });

  test('a stage process gets only the listed environment variables', async () => {
    const lab = openLab({ settings: () => ({ ADWRIGHT_EGRESS_ALLOW: '127.0.0.0/8:*', ADWRIGHT_LOG_LEVEL: 'warn' }) });
    await lab.run('environment');
    const environment = z.record(z.string(), z.string()).parse(JSON.parse(await lab.output('environment')));
    expect(Object.keys(environment).sort()).toEqual([
      'ADWRIGHT_EGRESS_ALLOW',
      'ADWRIGHT_LOG_LEVEL',
      'ADWRIGHT_STAGE_INPUT',
      'ADWRIGHT_TERMINATION_MESSAGE_PATH',
      'HOME',
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
      'NODE_COMPILE_CACHE',
      'PATH',
      'TMPDIR',
    ]);
    expect(environment['HOME']).toContain(join(lab.path, 'scratch'));
  });

  test('the log lines of a stage pass through the service, up to a limit', async () => {
    const lab = openLab();
    await lab.run('noisy');
    const lines = lab.logged.map((line) => z.looseObject({ msg: z.string() }).parse(JSON.parse(line)));
    const noise = lines.filter(({ msg }) => msg === 'noise');
    expect(noise[0]).toMatchObject({ level: 30, jobId: 'one', stage: 'noisy', attempt: 1, line: 1 });
    expect(noise.length).toBeLessThanOrEqual(500);
    expect(lines).toContainEqual(expect.objectContaining({ line: 'no JSON at all' }));
    expect(lines).toContainEqual(expect.objectContaining({ line: 'Output exceeds 500 lines; dropping the rest.' }));
  });

  test('the log of an attempt is stored before the attempt counts as ended', async () => {
    const stored: string[] = [];
    const states: (string | undefined)[] = [];
    const lab = openLab({
      storeLog: async ({ jobId, stage, attempt }, text) => {
        stored.push(`${jobId} ${stage} ${attempt}`, text);
        states.push((await lab.launcher.observe(owner()))[0]?.state);
      },
    });
    await lab.run('noisy');
    expect([stored[0], ...states]).toEqual(['one noisy 1', 'running']);
    expect(stored[1]).toContain('no JSON at all\n');
  });

  test('an attempt whose log cannot be stored still counts', async () => {
    const lab = openLab({ storeLog: () => Promise.reject(new Error('the disk is full')) });
    expect(await lab.run('copy')).toMatchObject({ reason: 'exited', exitCode: 0 });
  });
});

describe('failing stages', () => {
  test('a stage that writes an undeclared output fails', async () => {
    const lab = openLab();
    expect(await lab.run('undeclared')).toMatchObject({ reason: 'exited', exitCode: 1 });
    expect(await lab.artifacts.list('jobs/one/undeclared-1/')).toEqual([]);
  });

  test('a permanent failure exits with 64 and reports code and sentence', async () => {
    const ended = await openLab().run('refuse');
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 64 });
    expect(terminationMessage(ended)).toEqual({ code: 'quality_gate', sentence: 'It is not good enough.' });
  });

  test('a stage that can read no web page ends with 0 and reports the reason, without a result', async () => {
    const lab = openLab();
    const ended = await lab.run('unread');
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 0 });
    const reason = { code: 'brand_unreadable', sentence: 'The page does not exist.', unread: 'HTTPStatus' };
    expect(terminationMessage(ended)).toEqual(reason);
    expect(await lab.artifacts.list('jobs/one/unread-1/')).toEqual([]);
  });

  test('a failure sentence that is too long is cut between characters', async () => {
    const { message } = await openLab().run('refuseAtLength');
    const bytes = Buffer.byteLength(message);
    expect(bytes).toBeLessThanOrEqual(4_096);
    expect(bytes).toBeGreaterThan(4_080);
    const { sentence } = z.object({ sentence: z.string() }).parse(JSON.parse(message));
    expect(sentence).toMatch(/^(\u{1F600}")+\u{1F600}?…$/u);
  });

  test('a crash reports a general sentence, and the log contains the error', async () => {
    const lab = openLab();
    const ended = await lab.run('crash');
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 1 });
    expect(terminationMessage(ended)).toEqual({ sentence: 'The stage failed with an unexpected error.' });
    expect(lab.logged.join('')).toContain('secret-place');
  });

  test('a transient failure exits with 1, so that the stage is retried, and reports its sentence', async () => {
    const ended = await openLab().run('transient');
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 1 });
    expect(terminationMessage(ended)).toEqual({ sentence: 'The encoder was killed.' });
  });

  test('a stage that exits without a message is reported with its exit code', async () => {
    expect(await openLab().run('die')).toMatchObject({ reason: 'exited', exitCode: 7, message: '' });
  });

  test('a stage that cannot be started counts as disrupted', async () => {
    const ended = await openLab({ node: '/nowhere/node' }).run('copy');
    expect(ended).toMatchObject({ reason: 'disrupted', exitCode: null, message: '' });
  });
});

describe('limits of stages', () => {
  test('a stage is stopped at its deadline', async () => {
    const lab = openLab({ killGraceMs: 60_000 });
    expect(await lab.run('hang', 1)).toMatchObject({ reason: 'deadline-exceeded', exitCode: 1 });
  });

  test('a stage that fails because it was stopped is logged as stopped, without a stack', async () => {
    const lab = openLab({ killGraceMs: 60_000 });
    await lab.launcher.launch(await lab.attempt('abortable'));
    await lab.output('abortable');
    await lab.launcher.stop(owner());
    await until(async () => (await lab.launcher.observe(owner())).length === 0);
    await until(() => lab.logged.some((line) => line.includes('stage stopped'))); // The pipe of the log ends later.
    const lines = lab.logged.map((line) =>
      z.looseObject({ level: z.number(), msg: z.string() }).parse(JSON.parse(line)),
    );
    expect(lines.find(({ msg }) => msg === 'stage stopped')).toMatchObject({ reason: 'This operation was aborted.' });
    expect(lines.filter(({ level, err }) => level >= 40 || err !== undefined)).toEqual([]);
  });

  test('a stage that ignores its stop is killed with all its children', async () => {
    const lab = openLab({ killGraceMs: 50 });
    await lab.launcher.launch(await lab.attempt('stubborn'));
    const pids = pidsOf(await lab.output('stubborn'));
    expect(pids).toHaveLength(2);
    await lab.launcher.stop(owner());
    await until(async () => (await lab.launcher.observe(owner())).length === 0);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test('a stage in an endless loop is killed', async () => {
    const lab = openLab({ killGraceMs: 50 });
    await lab.launcher.launch(await lab.attempt('busy'));
    const pids = pidsOf(await lab.output('busy'));
    await lab.launcher.close();
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test.each([
    ['its own process', 'copy', { ADWRIGHT_STAGE_FAULTS: 'copy=oom' }],
    ['a child process', 'greedyChild', {}],
  ])('a stage with too much memory in %s is stopped', async (_, stage, settings) => {
    const lab = openLab({ settings: () => settings, memoryMebibytes: () => 256 });
    expect(await lab.run(stage)).toMatchObject({ reason: 'out-of-memory', exitCode: null });
    expect(lab.logged.join('')).toContain('a stage exceeded its memory limit');
  });

  test('a stage with too large a JavaScript heap ends as out of memory', async () => {
    const lab = openLab();
    expect(await lab.run('leak')).toMatchObject({ reason: 'out-of-memory', exitCode: null });
    expect(lab.logged.join('')).toContain('heap out of memory');
  });
});

describe('stage faults', () => {
  const withFault = (fault: string): StageLab =>
    openLab({ settings: () => ({ ADWRIGHT_STAGE_FAULTS: `copy=${fault}` }) });

  test('the fault permanent exits with 64 and writes no result', async () => {
    const lab = withFault('permanent');
    const ended = await lab.run('copy');
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 64 });
    expect(terminationMessage(ended)).toEqual({ code: 'internal', sentence: 'Simulated failure of the stage copy.' });
    expect(await lab.result('copy')).toBeUndefined();
  });

  test('the fault crash exits with 1', async () => {
    const lab = withFault('crash');
    expect(await lab.run('copy')).toMatchObject({ reason: 'exited', exitCode: 1 });
  });

  test('the fault crash-once fails the first attempt only', async () => {
    const lab = withFault('crash-once');
    expect(await lab.run('copy')).toMatchObject({ reason: 'exited', exitCode: 1 });
    const second = await lab.attempt('copy', owner(), 2);
    await lab.launcher.launch(second);
    expect(await lab.ended(second)).toMatchObject({ reason: 'exited', exitCode: 0 });
  });

  test('the fault hang runs until the deadline', async () => {
    const lab = withFault('hang');
    expect(await lab.run('copy', 1)).toMatchObject({ reason: 'deadline-exceeded' });
  });

  test('the fault garbage writes an unreadable result', async () => {
    const lab = withFault('garbage');
    expect(await lab.run('copy')).toMatchObject({ reason: 'exited', exitCode: 0 });
    await expect(lab.result('copy')).rejects.toThrow(SyntaxError);
  });

  test('the fault late keeps running after its result', async () => {
    const lab = withFault('late');
    const attempt = await lab.attempt('copy');
    await lab.launcher.launch(attempt);
    await until(async () => (await lab.result('copy')) !== undefined);
    expect(await lab.launcher.observe(owner())).toMatchObject([{ state: 'running' }]);
  });
});

describe('ChildProcessLauncher', () => {
  test('the launcher runs as many attempts as allowed and queues the others in order', async () => {
    const lab = openLab({ concurrency: 2 });
    const owners = ['a', 'b', 'c', 'd'].map((uid) => owner(uid));
    for (const one of owners) await lab.launcher.launch(await lab.attempt('hang', one));
    const states = async (): Promise<(string | undefined)[]> =>
      Promise.all(owners.map(async (one) => (await lab.launcher.observe(one))[0]?.state));
    expect(await states()).toEqual(['running', 'running', 'waiting', 'waiting']);
    await lab.launcher.stop(owner('b'));
    await until(async () => (await states())[1] === undefined);
    expect(await states()).toEqual(['running', undefined, 'running', 'waiting']);
    await lab.launcher.stop(owner('d'));
    expect(await states()).toEqual(['running', undefined, 'running', undefined]);
  });

  test('the launcher refuses an input that a stage could not read', async () => {
    const lab = openLab();
    const attempt = await lab.attempt('copy');
    const earlier = { onboarding: { state: 'Failed' as const, message: randomBytes(16_384).toString('base64') } };
    await expect(lab.launcher.launch({ ...attempt, input: { ...attempt.input, earlier } })).rejects.toThrow('16384');
    expect(await lab.launcher.observe(owner())).toEqual([]);
  });

  test('closing the launcher ends every stage and refuses further launches', async () => {
    const lab = openLab({ concurrency: 1, killGraceMs: 50 });
    const attempt = await lab.attempt('stubborn');
    await lab.launcher.launch(attempt);
    await lab.launcher.launch(await lab.attempt('copy'));
    const pids = pidsOf(await lab.output('stubborn'));
    await lab.launcher.close();
    expect(pids.filter(isAlive)).toEqual([]);
    expect((await lab.launcher.observe(owner())).find(({ stage }) => stage === 'copy')).toMatchObject({
      state: 'waiting',
    });
    expect(await lab.result('copy')).toBeUndefined();
    await expect(lab.launcher.launch(attempt)).rejects.toThrow('closed');
  });

  test('no stage process survives a kill of the service', async () => {
    const parent = fileURLToPath(new URL('../support/stages/stage-parent.ts', import.meta.url));
    const service = spawn(process.execPath, [parent, 'hang', 'stubborn', 'busy'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const started = z.object({ folder: z.string(), pids: z.array(z.number()) });
    const { folder, pids } = started.parse(JSON.parse(await firstLine(service.stdout)));
    expect(pids.filter(isAlive)).toHaveLength(4);
    service.kill('SIGKILL');
    await until(() => !pids.some(isAlive));
    rmSync(folder, { recursive: true });
  });
});

async function firstLine(output: Readable): Promise<string> {
  const lines: unknown[] = await once(createInterface({ input: output }), 'line');
  return z.string().parse(lines[0]);
}
