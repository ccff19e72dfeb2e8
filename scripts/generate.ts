import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { generatedFiles, generatedFolders } from './generated-files.ts';

/** Writes every generated file; with `--check` it only tells which differ, and exits 1. */
const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
const root = join(import.meta.dirname, '..');
const wanted = generatedFiles(root);

const stale = generatedFolders.flatMap((folder) => listing(folder).filter((file) => !wanted.has(file)));
const different = [...wanted].filter(([file, text]) => current(file) !== text);

if (check) {
  for (const [file, text] of different)
    console.error(`${file} is not what the source gives:\n${firstDifference(current(file), text)}`);
  for (const file of stale) console.error(`${file} comes from nothing in the source.`);
  if (different.length + stale.length > 0) {
    console.error('\nRun `make generate` and commit what it writes.');
    process.exitCode = 1;
  }
} else {
  for (const [file, text] of different) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    console.log(`wrote ${file}`);
  }
  for (const file of stale) {
    rmSync(join(root, file));
    console.log(`removed ${file}`);
  }
}

function listing(folder: string): string[] {
  return existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`) : [];
}

function current(file: string): string {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
}

/** The first line that differs, with two lines before it. */
function firstDifference(was: string, is: string): string {
  const [before, after] = [was.split('\n'), is.split('\n')];
  const line = after.findIndex((text, index) => before[index] !== text);
  const at = line === -1 ? after.length : line;
  const around = after.slice(Math.max(0, at - 2), at).map((text) => `    ${text}`);
  return [`  line ${at + 1}:`, ...around, `  - ${before[at] ?? '(the end)'}`, `  + ${after[at] ?? '(the end)'}`].join(
    '\n',
  );
}
