/**
 * Compares the video stage with the bare encoding of the same frames by x264: a silent film of 12 s, 1080x1920, with four
 * pictures. The frames of the bare encoding are read from memory. Interleaved rounds in one run; medians. Run with `node
 * test/bench/film.bench.ts`. Needs Linux, 1.2 GB in /dev/shm and ffmpeg.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const rounds = Number(process.argv[2] ?? 3);
const goals = { ratio: 4, together: 2, mebibytes: 700 };

const folder = mkdtempSync('/dev/shm/film-bench-');
const frames = join(folder, 'frames.yuv');
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const Made = z.object({ seconds: z.number(), peakMebibytes: z.number() });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

async function run(command: string, args: readonly string[], path = process.env['PATH']): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, PATH: path } });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, exitCode] = await Promise.all([text(child.stdout), ended]);
  if (exitCode !== 0) throw new Error(`${command} exited with ${exitCode}`);
  return output;
}

const make = async (path?: string) =>
  Made.parse(JSON.parse(await run(process.execPath, ['test/bench/film/make-film.ts'], path)));

/** Runs the stage once with a program in place of ffmpeg that copies the frames. */
async function keepFrames(): Promise<void> {
  const program = '#!/bin/sh\ntee "$FRAMES" | PATH="${PATH#*:}" ffmpeg "$@"\n'.replace('$FRAMES', frames);
  writeFileSync(join(folder, 'ffmpeg'), program, { mode: 0o755 });
  await make(`${folder}:${process.env['PATH'] ?? ''}`);
}

async function encodeBare(): Promise<void> {
  const input = ['-f', 'rawvideo', '-pixel_format', 'yuv420p', '-video_size', '1080x1920', '-framerate', '30'];
  const output = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-y', join(folder, 'bare.mp4')];
  await run('ffmpeg', ['-v', 'error', '-nostdin', ...input, '-i', frames, ...output]);
}

/** Highest peak memory of an ffmpeg process so far. */
let encoderMebibytes = 0;
const watching = setInterval(() => {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) watchEncoder(pid);
}, 100);

/** Counts only encoders that read from this benchmark's stages: their arguments name a pipe. */
function watchEncoder(pid: string): void {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('ffmpeg\0-hide_banner')) return;
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? '0';
    encoderMebibytes = Math.max(encoderMebibytes, Number(peak) / 1_024);
  } catch {
    // The process has ended.
  }
}

function report(name: string, facts: string, value: number, goal: number): void {
  const verdict = value <= goal ? 'met' : 'MISSED';
  console.log(`${name.padEnd(20)} ${facts}  ${value.toFixed(2)}  goal ${goal}  ${verdict}`);
}

try {
  await keepFrames();
  const [bare, stage, one, two]: [number[], number[], number[], number[]] = [[], [], [], []];
  const peaks: number[] = [];
  const makeOne = async () => {
    const { seconds, peakMebibytes } = await make();
    stage.push(seconds);
    peaks.push(peakMebibytes);
  };
  for (let round = 0; round < rounds; round++) {
    bare.push(await timed(encodeBare));
    one.push(await timed(makeOne));
    two.push(await timed(() => Promise.all([make(), make()])));
  }
  const seconds = (values: number[]) => `${median(values).toFixed(1)} s`;
  report('stage / bare x264', `${seconds(stage)} / ${seconds(bare)}`, median(stage) / median(bare), goals.ratio);
  report('two at once / one', `${seconds(two)} / ${seconds(one)}`, median(two) / median(one), goals.together);
  const memory = `stage ${Math.max(...peaks).toFixed(0)} MiB, ffmpeg ${encoderMebibytes.toFixed(0)} MiB`;
  report('peak memory', memory, Math.max(...peaks) + encoderMebibytes, goals.mebibytes);
} finally {
  clearInterval(watching);
  rmSync(folder, { recursive: true, force: true });
}
