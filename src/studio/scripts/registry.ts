import { arabic } from './arabic.ts';
import { cyrillic } from './cyrillic.ts';
import { emoji } from './emoji.ts';
import { greek } from './greek.ts';
import { latin } from './latin.ts';
import type { Script } from './script.ts';

/** Add a script: its file here, its name to `ScriptName`, a font that has it. */
export const scripts: readonly Script[] = [latin, cyrillic, greek, arabic, emoji];

/** The script most letters of a text are in; Latin where there are none, or none we know. */
export function mainScript(text: string): Script {
  const letters = Array.from(text);
  const counted = scripts
    .filter((script) => script !== emoji)
    .map((script) => ({ script, count: letters.filter((letter) => script.pattern.test(letter)).length }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).count === 0
    ? latin
    : counted.reduce((best, next) => (next.count > best.count ? next : best)).script;
}

/** Every script a text has letters of; Latin first, because digits and marks are set with it. */
export function scriptsIn(text: string): Script[] {
  return scripts.filter((script) => script === latin || script.pattern.test(text));
}
