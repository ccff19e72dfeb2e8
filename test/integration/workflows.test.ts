import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

const Workflow = z.object({
  jobs: z.record(
    z.string(),
    z.object({ steps: z.array(z.object({ name: z.string().optional(), run: z.string().optional() })).default([]) }),
  ),
});

/** Returns the script of a step of the release workflow that contains a text. */
function stepWith(text: string): string {
  const { jobs } = Workflow.parse(parse(readFileSync('.github/workflows/release.yaml', 'utf8')));
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  return steps.find(({ run }) => run?.includes(text))?.run ?? '';
}

/** Runs a script as the runner of GitHub does, for the tag of a version, in a folder with a changelog. */
function run(script: string, tag: string, version = tag.slice(1)): string {
  const output = join(folder.path, 'output');
  mkdirSync(join(folder.path, 'out'), { recursive: true });
  writeFileSync(output, '');
  writeFileSync(join(folder.path, 'package.json'), `{\n  "name": "adwright",\n  "version": "${version}"\n}\n`);
  const changelog = '# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2027-01-31\n\n### Added\n\n- A.\n\n## 1.1.0\n\n- B.\n';
  writeFileSync(join(folder.path, 'CHANGELOG.md'), changelog);
  const env = {
    ...{ PATH: process.env['PATH'], GITHUB_OUTPUT: output, GITHUB_REF_NAME: tag, REGISTRY: 'ghcr.io' },
    ...{ GITHUB_REPOSITORY: 'Acme/Ads', VERSION: version },
  };
  execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd: folder.path, env });
  return readFileSync(output, 'utf8');
}

test('workflows run only actions of a commit, with the version in a comment', () => {
  const uses = globSync('.github/workflows/*.yaml').flatMap(
    (file) => readFileSync(file, 'utf8').match(/uses: (?!\.\/).*/g) ?? [],
  );
  expect(uses.length).toBeGreaterThan(10);
  expect(uses.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  const versions = new Map(uses.map((line) => [line.replace(/@.*/, ''), line]));
  expect(new Set(uses)).toEqual(new Set(versions.values()));
});

test('a release has the version of package.json and a heading in the changelog', () => {
  const check = stepWith('CHANGELOG.md has no heading');
  expect(run(check, 'v1.2.0')).toBe('version=1.2.0\nhome=ghcr.io/acme/ads\n');
  expect(() => run(check, 'v1.2.0', '1.1.0')).toThrow();
  expect(() => run(check, 'v1.3.0')).toThrow();
});

test('the notes of a release are its part of the changelog', () => {
  const [lines = ''] = /^awk .*$/m.exec(stepWith('gh release create')) ?? [];
  run(lines, 'v1.2.0');
  expect(readFileSync(join(folder.path, 'out/notes.md'), 'utf8')).toBe('\n### Added\n\n- A.\n\n');
});
