import type { FilmScript, ScriptScene } from '../../schema/film-script.ts';
import { airSeconds } from '../sound/voice/pace.ts';
import { readingSeconds, unhurriedSeconds } from './speech-time.ts';

const toleranceSeconds = 0.05;

/** Returns a sentence for each fault that a viewer would notice in a script for a film of `seconds`. */
export function scriptProblems({ language, scenes }: FilmScript, seconds: number): string[] {
  const sum = scenes.reduce((total, scene) => total + scene.seconds, 0);
  const isOff = Math.abs(sum - seconds) > toleranceSeconds;
  return [
    ...(isOff ? [`The scenes are ${shown(sum)} seconds long together, and the film is ${shown(seconds)}.`] : []),
    ...scenes.flatMap((scene, at) => sceneProblems(scene, language).map((problem) => `scenes[${at}]: ${problem}`)),
  ];
}

function sceneProblems({ seconds, voiceover, on_screen_text: onScreen }: ScriptScene, language: string): string[] {
  const voice = voiceover === '' ? 0 : unhurriedSeconds(voiceover, language) + 2 * airSeconds;
  const reading = readingSeconds(onScreen, language);
  return [
    ...(voice > seconds + toleranceSeconds
      ? [`the voice needs about ${shown(voice)} seconds, and the scene has ${shown(seconds)}.`]
      : []),
    ...(reading > seconds + toleranceSeconds
      ? [`reading the text on the screen takes ${shown(reading)} seconds, and the scene has ${shown(seconds)}.`]
      : []),
  ];
}

const shown = (seconds: number): string => String(Math.round(seconds * 10) / 10);
