/**
 * Draws the gallery into out/gallery and serves its page, which shows every picture and film with its layout, checks and
 * scores. See `usage`.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { QualityCheck } from '../src/studio/brief.ts';
import { layouts } from '../src/studio/layouts/registry.ts';
import { galleryBriefs, galleryLogos, type Logos } from './gallery/briefs.ts';
import { type Collection, openCollection } from './gallery/collection.ts';
import { directedRequests } from './gallery/directed-requests.ts';
import { galleryFilms } from './gallery/film-briefs.ts';
import { drawFilms } from './gallery/films.ts';
import { addBriefs, addGiven, addRequest, addSites, type MatrixOptions } from './gallery/matrix.ts';
import { runRandom } from './gallery/random.ts';
import { runRequests } from './gallery/run-requests.ts';
import { scriptBriefs } from './gallery/script-briefs.ts';
import { serveFolder } from './gallery/serve.ts';
import { subjectBriefs } from './gallery/subjects.ts';

const usage = `Usage: node scripts/gallery.ts [NAME...]            all briefs and films, or those whose names contain a NAME
       node scripts/gallery.ts films [NAME...]      only films
       node scripts/gallery.ts requests DIR [NAME...]   requests in folders with request.json and pictures
       node scripts/gallery.ts random               random requests; prints how often each fault occurs

  --ratios 1:1,9:16   only these aspect ratios
  --out FOLDER        folder for the results
  --small             half the width and height
  --4k                large ads of the repository's own briefs
  --why               print why layouts were rejected
  --given FOLDER,...  with the gallery: folders with requests, too
  --sites FOLDER      with the gallery: real websites, as for make eval-brands
  --port NUMBER       port of the page; 'none' does not serve it (default: any free port)
  --count, --seed, --pictures FOLDER,...   with random: number of requests, seed, folders with requests whose pictures are used
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ ratios: text, out: text, small: flag, '4k': flag, why: flag, given: text, sites: text, help: flag },
    ...{ port: { ...text, default: '0' }, count: { ...text, default: '100' }, seed: { ...text, default: '1' } },
    pictures: text,
  },
});
const [command = '', ...rest] = positionals;
const scale = given.small ? 0.5 : 1;
const outOf = (name: string): string => given.out ?? fileURLToPath(new URL(`../out/${name}`, import.meta.url));
const listed = (list: string | undefined): string[] => (list ?? '').split(',').filter((each) => each !== '');

/** Prints why a layout was rejected. */
function onRejected(layout: string, failed: QualityCheck[] | null): void {
  const reasons = failed?.map(({ check, value, limit }) => `${check} ${value}/${limit}`).join(', ') ?? 'does not suit';
  if (given.why) console.log('  rejected', layout, reasons);
}

async function drawGallery(names: string[]): Promise<void> {
  const out = outOf('gallery');
  const layoutNames = layouts.map(({ name }) => name);
  const gallery = openCollection(out, layoutNames);
  const logos = await galleryLogos();
  const isOnlyFilms = names[0] === 'films';
  const parts = isOnlyFilms ? names.slice(1) : names;
  if (!isOnlyFilms) await drawPictures(gallery, parts, logos);
  gallery.write();
  if (isOnlyFilms || names.length === 0) {
    const ratios = listed(given.ratios ?? '9:16,16:9,1:1');
    await drawFilms(gallery, galleryFilms(logos), { out: new URL(`file://${out}/`), ratios, names: parts, onRejected });
    gallery.write();
  }
  console.log(`Page: ${out}/index.html`);
  if (given.port === 'none') return;
  const { url } = await serveFolder(out, Number(given.port));
  console.log(`Open ${url} (Ctrl-C ends the server)`);
}

async function drawPictures(gallery: Collection, parts: string[], logos: Logos): Promise<void> {
  const has = (name: string): boolean => parts.length === 0 || parts.some((part) => name.includes(part));
  const ratios = listed(given.ratios ?? '1:1,4:5,9:16,16:9,4:1,1:4');
  const options: MatrixOptions = { ratios, base: (given['4k'] ? 4096 : 1024) * scale, scale, onRejected };
  const briefs = { ...galleryBriefs(logos), ...scriptBriefs(logos), ...(await subjectBriefs()) };
  const chosen = Object.entries(briefs).filter(([name]) => has(name));
  await addBriefs(gallery, Object.fromEntries(chosen), options);
  for (const request of directedRequests())
    if (has(request.name)) await addRequest(gallery, 'directed', request, { scale });
  for (const folder of listed(given.given)) await addGiven(gallery, folder, options);
  if (given.sites !== undefined && existsSync(given.sites)) await addSites(gallery, given.sites, options);
}

async function drawRandom(): Promise<void> {
  const { count, seed, pictures } = given;
  const options = { count: Number(count), seed: Number(seed), pictures: listed(pictures), out: outOf('random') };
  const faults = await runRandom({ ...options, scale: 0.5 });
  process.exitCode = faults === 0 ? 0 : 1;
}

if (given.help) console.log(usage);
else if (command === 'random') await drawRandom();
else if (command === 'requests') {
  const [root = '', ...names] = rest;
  await runRequests(root, { out: outOf('requests'), names, ratios: given.ratios, scale });
} else await drawGallery(positionals);
