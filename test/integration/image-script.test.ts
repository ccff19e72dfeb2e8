import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

const Failed = z.object({ code: z.number(), stderr: z.string() });

/** Runs `scripts/image` with an engine that works but has no image and reaches no registry. */
async function withoutRegistry(engine: string): Promise<{ code: number; stderr: string; calls: string[] }> {
  const bin = join(folder.path, engine);
  const log = join(bin, 'calls');
  mkdirSync(bin);
  const program = '#!/bin/sh\necho "$*" >>"${0%/*}/calls"\ncase $1 in info) ;; *) exit 1 ;; esac\n';
  for (const name of [engine, 'node']) {
    writeFileSync(join(bin, name), program);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const failed: unknown = await promisify(execFile)('scripts/image', ['--engine', engine], { env }).catch(
    (error: unknown) => error,
  );
  const calls = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return { ...Failed.parse(failed), calls };
}

test.each(['docker', 'podman', 'buildah'])(
  'without a registry, a build with %s names the base image and how to make it, before any download',
  async (engine) => {
    const { code, stderr, calls } = await withoutRegistry(engine);
    expect(code).toBe(1);
    expect(stderr).toContain('the base image node:24-bookworm-slim is not on this machine and could not be pulled');
    expect(stderr).toContain(
      'test/cluster/cluster base && scripts/image --engine buildah --node-image localhost/node:',
    );
    expect(calls.at(-1)).toBe('pull node:24-bookworm-slim');
    expect(stderr).not.toMatch(/voice|cut-outs/);
  },
);
