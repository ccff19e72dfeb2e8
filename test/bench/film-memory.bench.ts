/**
 * Measures the peak memory of the video stage with its child processes (voice, then encoder), as the launchers run it: a
 * film of 15 s, 1080x1920, with four pictures, silent, with music and with a voice. Run with `node
 * test/bench/film-memory.bench.ts`. Needs Linux, ffmpeg, espeak-ng and the voice of `make voices`.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { memoryMebibytesOf } from '../../src/domain/pipelines.ts';
import { treeMemory } from '../../src/launch/process/process-memory.ts';
import { heapMebibytes, mallocSettings, youngSpace } from '../../src/launch/stage-memory.ts';

/** Peak resident memory in MB (10^6 bytes). A page that two processes share counts twice. */
const goals = { silent: 700, music: 700, voice: 1_000 };
const sampleMs = 10;
const Made = z.object({ seconds: z.number(), model: z.string() });

async function peakOf(sound: string): Promise<{ megabytes: number; seconds: number; model: string }> {
  const heap = heapMebibytes(memoryMebibytesOf('video') * 1024 * 1024);
  const args = [`--max-old-space-size=${heap}`, youngSpace, 'test/bench/film/make-film.ts', sound, '15'];
  const env = { ...process.env, ...mallocSettings };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const read = treeMemory();
  let bytes = 0;
  const watching = setInterval(() => {
    void read(child.pid ?? 0).then((now) => (bytes = Math.max(bytes, now)));
  }, sampleMs);
  const output = await text(child.stdout);
  clearInterval(watching);
  return { megabytes: bytes / 1_000_000, ...Made.parse(JSON.parse(output)) };
}

for (const [sound, goal] of Object.entries(goals)) {
  const { megabytes, seconds, model } = await peakOf(sound);
  const verdict = megabytes <= goal ? 'met' : 'MISSED';
  const facts = `${megabytes.toFixed(0)} MB  ${seconds.toFixed(1)} s  ${model}`;
  console.log(`${sound.padEnd(8)} ${facts}  goal ${goal} MB  ${verdict}`);
}
