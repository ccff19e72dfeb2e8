import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { scriptProblems } from '../studio/script/script-problems.ts';
import { parseFilmScript } from './film-script.ts';

const scene = {
  role: 'hook',
  seconds: 4,
  voiceover: 'Cold water.',
  on_screen_text: 'Cold water',
  subject: 'product',
  visual: 'A bottle.',
};
const end = { ...scene, role: 'call_to_action', subject: 'end_card' };
const own = {
  language: 'en',
  narrative: 'A bottle keeps water cold.',
  scenes: [scene, scene, end],
  copy: {},
  notes: [],
};

test('a script written by hand is read', () => {
  const script = parseFilmScript(JSON.stringify(own));
  expect(script.scenes).toHaveLength(3);
  expect(scriptProblems(script, 12)).toEqual([]);
});

test('the script in the guide is valid and fits a film of ten seconds', async () => {
  const guide = await readFile(new URL('../../docs/guide/films.md', import.meta.url), 'utf8');
  const script = parseFilmScript(/```json\n([\s\S]+?)```/u.exec(guide)?.[1] ?? '');
  expect(scriptProblems(script, 10)).toEqual([]);
});

test.each<[string, unknown, string]>([
  ['an unknown role', { ...own, scenes: [{ ...scene, role: 'intro' }, scene, end] }, 'scenes[0].role'],
  ['a missing field', { ...own, scenes: [scene, { ...scene, visual: undefined }, end] }, 'scenes[1].visual'],
  ['an end card that is not last', { ...own, scenes: [scene, end, scene] }, 'must have the role call_to_action'],
  ['two scenes', { ...own, scenes: [scene, end] }, 'scenes'],
  ['a language that is no tag', { ...own, language: 'en_US!' }, 'language'],
  ['a copy of a thousand words', { ...own, copy: { cta: 'Buy now '.repeat(1_000) } }, 'copy.cta'],
  ['an unknown field', { ...own, music: 'loud' }, 'music'],
])('%s is refused with the name of the field', (_, script, want) => {
  expect(() => parseFilmScript(JSON.stringify(script))).toThrow(want);
});

test('half of an emoji in a script is left out', () => {
  const cut = { ...own, scenes: [{ ...scene, on_screen_text: 'Cold water \ud83d' }, scene, end] };
  expect(parseFilmScript(JSON.stringify(cut)).scenes[0]?.on_screen_text).toBe('Cold water ');
});

test('a file that is not JSON is refused by name', () => {
  expect(() => parseFilmScript('{"language": "en",')).toThrow('script.json is not a film script: it is not JSON.');
});

test('a script that does not fit its film is described scene by scene', () => {
  const crowded = { ...scene, seconds: 2, voiceover: 'One two three four five six seven eight nine ten eleven.' };
  const script = parseFilmScript(JSON.stringify({ ...own, scenes: [crowded, scene, end] }));
  expect(scriptProblems(script, 12)).toEqual([
    'The scenes are 10 seconds long together, and the film is 12.',
    'scenes[0]: the voice needs about 4.6 seconds, and the scene has 2.',
  ]);
});
