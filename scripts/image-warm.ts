import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Loads every module of the compiled program once, so that NODE_COMPILE_CACHE stores its compiled code. Must run with
 * the user and the paths of the image. The argument is the `dist` folder.
 */
const dist = process.argv[2] ?? '';
/** Entry points, which run when they are imported. */
const programs = ['main.js', 'svg-process.js'];

for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.js') || programs.some((program) => name.endsWith(program))) continue;
  await import(pathToFileURL(join(dist, name)).href);
}
const { TextEngine } = (await import(pathToFileURL(join(dist, 'studio/text/engine.js')).href)) as {
  TextEngine: { load: () => Promise<unknown> };
};
await TextEngine.load();
