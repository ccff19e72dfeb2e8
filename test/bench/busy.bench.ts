/**
 * Reads twenty pages ten times each with the browser, while eight processes keep all processors busy, and compares what
 * is read with a reading without them. Goals: 199 of 200 readings give the same values, each within 20 s.
 * `SITES=folder` takes the first twenty real websites of `test/eval/sites.json` that are in the folder; without it, the
 * made pages are read.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { folderEgress } from '../../scripts/eval-brands/folder-egress.ts';
import { labelledSites, madeSites, type Site } from '../../scripts/eval-brands/labels.ts';
import { pagesOf } from '../../scripts/eval-brands/pages-of.ts';
import { findReader } from '../../src/stages/onboarding/browser/find-reader.ts';
import { extractBrand } from '../../src/stages/onboarding/extract-brand.ts';
import { fetchPages } from '../../src/stages/onboarding/fetch.ts';

const [sitesCount, rounds, busyProcesses] = [20, 10, 8];
const logger = pino({ level: 'silent' });

interface Reading {
  values: string;
  notes: string;
  ms: number;
}

async function read({ folder, url, ...site }: Site): Promise<Reading> {
  const browser = await findReader({ wanted: '', path: process.env['PATH'] ?? '', socket: '' }, logger);
  if (browser === undefined) throw new Error('No browser is usable here. `make install` installs one on Debian.');
  const deps = { egress: folderEgress(folder, url), signal: AbortSignal.timeout(60_000), logger, browser };
  const startMs = performance.now();
  const { extract } = await extractBrand(await fetchPages(pagesOf({ folder, url, ...site }), deps), deps);
  const { notes = [], ...values } = extract ?? {};
  return { values: JSON.stringify(values), notes: notes.join(' '), ms: performance.now() - startMs };
}

function different(one: string, other: string): string {
  const [before, after] = [one, other].map((text) => JSON.parse(text) as Record<string, unknown>);
  const fields = Object.keys(before ?? {}).filter(
    (field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]),
  );
  return fields.join(', ');
}

const folder = process.env['SITES'];
const all = folder === undefined ? madeSites() : labelledSites(folder).filter((site) => existsSync(site.folder));
const sites = all.filter(({ half }) => half !== 'unseen').slice(-sitesCount);
const quiet = new Map<string, Reading>();
for (const site of sites) quiet.set(site.id, await read(site));

const busy = Array.from({ length: busyProcesses }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
let same = 0;
const times: number[] = [];
try {
  const turns = Array.from({ length: rounds }, () => sites).flat();
  for (const site of turns) {
    const [before, now] = [quiet.get(site.id), await read(site)];
    times.push(now.ms);
    if (before?.values === now.values) same += 1;
    else console.log(`${site.id}: ${different(before?.values ?? '{}', now.values)} differ. ${now.notes}`);
    if (times.length % sites.length === 0) console.log(`${same} of ${times.length} readings gave the same values`);
  }
} finally {
  for (const child of busy) child.kill('SIGKILL');
}
const sorted = times.toSorted((one, other) => one - other);
const seconds = (ms: number | undefined): string => `${((ms ?? 0) / 1_000).toFixed(1)} s`;
console.log(`time of a reading: median ${seconds(sorted[sorted.length >> 1])}, slowest ${seconds(sorted.at(-1))}`);
