import { clipped } from '../../domain/clipped.ts';
import type { FilmScript, ScriptScene } from '../../schema/film-script.ts';
import { readDirection } from './direction.ts';
import type { Draft, Point } from './draft.ts';
import { writeEnglish } from './english/write-english.ts';
import { hookFirst } from './hook-first.ts';
import type { ScriptMaterial, WritingTask } from './material.ts';
import { planScenes, type TimedBeat } from './plan.ts';
import { pictureBeat, subjectsOf } from './subjects.ts';
import { isShown, scriptNotes } from './script-notes.ts';
import { writingTask } from './task.ts';
import { baseOf } from '../../words/writing.ts';
import { visualOf } from './visual.ts';
import { refuses } from './wishes/wish.ts';
import { wishNames } from './wishes/wish-names.ts';
import { writeSelected } from './write-selected.ts';

/** Writes the script of a film. The same material gives the same script. */
export function writeScript(given: ScriptMaterial): FilmScript {
  const direction = readDirection(given.prompt, wishNames(given));
  const material = { ...given, hasVoice: given.hasVoice && !refuses(direction.wishes, 'voice') };
  const { task, notes } = writingTask(material, direction);
  const beats = hasWords(task) ? planned(task) : planScenes(wordless(task), material.seconds);
  const names = [material.brand, material.product];
  const scenes = hookFirst(beats, names).map((beat, at) => sceneOf(beat, at, material));
  const copy = shownCopy(task, scenes);
  return {
    language: task.language,
    narrative: narrativeOf(scenes, material),
    scenes,
    copy,
    notes: [...notes, ...scriptNotes(task, scenes)].map((note) => clipped(note, 300)).slice(0, 50),
  };
}

function planned(task: WritingTask): TimedBeat[] {
  const { seconds } = task.material;
  return baseOf(task.language) === 'en'
    ? planScenes(writeEnglish(task), seconds)
    : planScenes(writeSelected(task), seconds);
}

const hasWords = ({ material, copy, sentences, direction }: WritingTask): boolean =>
  material.brand !== null ||
  material.product !== null ||
  sentences.length > 0 ||
  direction.lines.length > 0 ||
  Object.values(copy).some((text) => text !== '');

function wordless(task: WritingTask): Draft<Point> {
  const { material, language } = task;
  const picture = pictureBeat(subjectsOf(task));
  return {
    language,
    opening: { ...picture, role: 'hook' },
    points: [],
    compose: () => [],
    offer: null,
    endings: [{ ...picture, role: 'call_to_action', subject: 'end_card' }],
    naming: null,
    picture,
    hasVoice: material.hasVoice,
    slowness: 1,
  };
}

function sceneOf({ role, seconds, say, show, subject }: TimedBeat, at: number, material: ScriptMaterial): ScriptScene {
  return {
    role,
    seconds,
    voiceover: say,
    on_screen_text: withinLimit(show),
    subject,
    visual: visualOf(subject, at, material),
  };
}

/** Leaves out the last texts of a scene until they fit the maximum length in a script. */
const withinLimit = (show: string): string =>
  show.length <= 200 ? show : withinLimit(show.split('\n').slice(0, -1).join('\n'));

function shownCopy({ copy }: WritingTask, scenes: readonly ScriptScene[]): FilmScript['copy'] {
  const drawn = Object.entries(copy).filter(([, text]) => text !== '' && isShown(text, scenes));
  const [cta] = scenes.at(-1)?.on_screen_text.split('\n').toReversed() ?? [];
  return { ...(cta === undefined || cta === '' ? {} : { cta }), ...Object.fromEntries(drawn) };
}

function narrativeOf(scenes: readonly ScriptScene[], { product, brand }: ScriptMaterial): string {
  const [first, ...rest] = scenes;
  const middle = rest
    .slice(0, -1)
    .map(said)
    .filter((text) => text !== '');
  const name = product ?? brand;
  const opening =
    first === undefined || said(first) === ''
      ? `The film opens on ${name ?? 'the picture'}.`
      : `The film opens with “${said(first)}”`;
  const end = rest.at(-1);
  const close = end === undefined || said(end) === '' ? 'It ends with the end card.' : `It ends with “${said(end)}”`;
  return clipped(
    [opening, ...middle.map((text, at) => `${at === 0 ? 'It goes on' : 'Then'}: “${text}”`), close].join(' '),
    1_500,
  );
}

const said = ({ voiceover, on_screen_text: shown }: ScriptScene): string =>
  voiceover === '' ? shown.replaceAll('\n', ' ') : voiceover;
