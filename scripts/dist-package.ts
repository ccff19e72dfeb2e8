import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * Writes `dist/package.json`, with which the compiled program finds its own files under the names that `imports` in
 * `package.json` gives to source files.
 */
const root = join(import.meta.dirname, '..');
const { imports } = z
  .object({ imports: z.record(z.string(), z.object({ default: z.string() })) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const compiled: Record<string, string> = {};
for (const [name, { default: source }] of Object.entries(imports)) {
  compiled[name] = source.replace('./src/', './').replace(/\.ts$/, '.js');
}
const manifest = { type: 'module', imports: compiled };
writeFileSync(join(root, 'dist', 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
