import { parseJson } from '../../domain/json-text.ts';
import type { FilmScript } from '../../schema/film-script.ts';
import type { Verdict } from '../../models/calls/model-chain.ts';
import { unsupported } from '../../models/judge/text.ts';
import { ScriptAnswer, scriptPrompt } from '../../models/prompts/script-prompt.ts';
import { spokenSeconds } from '../../studio/sound/voice/pace.ts';
import type { ScriptMaterial } from '../../studio/script/material.ts';
import { schemaFlaw } from '../models/schema-flaw.ts';
import type { ModelDesk } from '../models/model-desk.ts';

interface Writing {
  desk: ModelDesk | null;
  /** Script of the built-in writer, whose language, copy and notes stay. */
  written: FilmScript;
  /** Texts of the request and of the pages. */
  sources: readonly string[];
  signal: AbortSignal;
}

/**
 * Returns the script with the story and the scenes of a model. Null: no model is configured, or none has a usable
 * script. A script states no number, price, claim or name that no source states, and has the length of the film.
 */
export async function scriptByModel(
  material: ScriptMaterial,
  { desk, written, sources, signal }: Writing,
): Promise<FilmScript | null> {
  if (desk?.has('copywriter') !== true) return null;
  const task = scriptPrompt(material, desk.prompts);
  const judge = (bytes: Buffer): Verdict<FilmScript> => judged(bytes, { material, written, sources });
  return desk.make(
    { port: 'copywriter', unit: 0, task: () => task, judge: ({ bytes }) => Promise.resolve(judge(bytes)) },
    signal,
  );
}

/** Part of its planned length by which the scenes of a script may differ from the length of the film. */
const lengthTolerance = 0.2;

function judged(
  bytes: Buffer,
  { material, written, sources }: Pick<Writing, 'written' | 'sources'> & { material: ScriptMaterial },
): Verdict<FilmScript> {
  const { data, error } = ScriptAnswer.safeParse(parseJson(bytes.toString('utf8')));
  if (data === undefined) return { kind: 'refused', reasons: [schemaFlaw(error)] };
  const script = { ...written, ...data };
  const reasons = [
    ...lengthFlaws(script, material.seconds),
    ...claimsIn(script, sources),
    ...voiceFlaws(script, material),
  ];
  return reasons.length > 0 ? { kind: 'refused', reasons } : { kind: 'fit', result: script };
}

function lengthFlaws({ scenes, language }: FilmScript, seconds: number): string[] {
  const planned = scenes.reduce((sum, scene) => sum + scene.seconds, 0);
  const spoken = scenes.reduce((sum, { voiceover }) => sum + spokenSeconds(voiceover, language), 0);
  return [
    ...(Math.abs(planned - seconds) > lengthTolerance * seconds
      ? [`the scenes have ${Math.round(planned)} seconds in all, the film has ${seconds}`]
      : []),
    ...(spoken > seconds ? [`the voice-over needs ${Math.round(spoken)} seconds, the film has ${seconds}`] : []),
  ];
}

function claimsIn({ scenes, narrative, language }: FilmScript, sources: readonly string[]): string[] {
  const texts = scenes.flatMap(({ voiceover, on_screen_text: shown }) => [voiceover, shown]);
  const found = [...texts, narrative].flatMap((text) => unsupported(text, sources, language));
  return [...new Set(found)].map((what) => `states ${what}, which no source states`);
}

const voiceFlaws = ({ scenes }: FilmScript, { hasVoice }: ScriptMaterial): string[] =>
  scenes.every(({ voiceover, on_screen_text: shown }) => shown === '' && (!hasVoice || voiceover === ''))
    ? ['no scene has any words']
    : [];
