import { readFileSync } from 'node:fs';
import { run } from './program.ts';

/** Returns the shell blocks below a heading of a page, with another namespace than `ads`. */
export function shellBlocks(page: string, heading: string, namespace: string): string[] {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const blocks = [...(section.split('\n## ')[0] ?? '').matchAll(/```sh\n([^]*?)```/g)];
  if (blocks.length === 0) throw new Error(`${page} has no commands below "${heading}"`);
  return blocks.map(([, block = '']) => block.replaceAll(/(?<=-n |namespace )ads\b/g, namespace));
}

/** Runs commands of a page in a folder, stops at the first that fails, and returns what they print. */
export async function follow(commands: string | undefined, folder: string): Promise<string> {
  const script = `set -euo pipefail\ncd ${folder}\n${commands ?? 'false'}`;
  const { code, stdout, stderr } = await run('bash', ['-c', script]);
  if (code !== 0) throw new Error(`commands of the page failed (${code}):\n${stderr}${stdout}`);
  return stdout;
}
