import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../docs/runbooks', import.meta.url));

export interface RunbookCommand {
  /** Name of the runbook, without `.md`. */
  page: string;
  command: string;
}

/** Returns the shell commands in the code blocks of all runbooks. */
export function runbookCommands(): RunbookCommand[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const text = readFileSync(`${folder}/${file}`, 'utf8');
      const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
      const lines = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
      const commands = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
      return commands.map((command) => ({ page: file.replace(/\.md$/, ''), command }));
    });
}
