import type { FilmScript } from '../../schema/film-script.ts';
import type { SpeechModel } from '../../speech/port.ts';
import type { Brief } from '../../studio/brief.ts';
import type { MadeFilm } from '../../studio/film/scenes/make-film.ts';
import type { FilmSound } from '../../studio/sound/make-sound.ts';
import type { StageContext } from '../stage.ts';

type Context = Pick<StageContext, 'logger' | 'signal'>;

/** Returns the installed speech model, or null if none is installed. */
export async function installedVoice({ voicesDir }: Pick<StageContext, 'voicesDir'>): Promise<SpeechModel | null> {
  return (await import('../../speech/kokoro/kokoro-speech.ts')).openKokoro(voicesDir);
}

/** Returns the voice of a brief whose sentences a model has spoken, or null for a brief without such a voice. */
export async function recordedVoice(
  { speech }: Brief,
  { signal }: Pick<StageContext, 'signal'>,
): Promise<SpeechModel | null> {
  if (speech === undefined) return null;
  return new (await import('../../speech/recorded/recorded-speech.ts')).RecordedVoice(speech, { signal });
}

/** Reports whether a script has words to speak and the model has a voice for their language. */
export function isSpoken({ scenes, language }: FilmScript, speech: SpeechModel | null): boolean {
  const hasWords = scenes.some(({ voiceover }) => voiceover.trim() !== '');
  return hasWords && speech?.voiceFor(language) != null;
}

/** Makes the sound of a film. The modules of music and voice are loaded only for films with sound. */
export async function soundFor(
  { film, scenes }: MadeFilm,
  {
    brief,
    script,
    speech,
    noVoice,
    isVoiceAlone,
    context,
    program,
  }: {
    brief: Brief;
    script: FilmScript;
    speech: SpeechModel | null;
    noVoice?: string | null;
    isVoiceAlone?: boolean;
    context: Context;
    program?: string;
  },
): Promise<FilmSound> {
  const { makeSound } = await import('../../studio/sound/make-sound.ts');
  return makeSound({
    seconds: film.frames / film.framesPerSecond,
    tone: brief.tone,
    seed: brief.seed,
    scenes: scenes.map((span, at) => ({ ...span, voiceover: script.scenes[at]?.voiceover ?? '' })),
    language: script.language,
    speech,
    ...(noVoice !== undefined && { noVoice }),
    ...(isVoiceAlone !== undefined && { isVoiceAlone }),
    ...(program !== undefined && { program }),
    signal: context.signal,
    onVoiceFailure: (error) => {
      context.logger.error({ err: error }, 'the voice of the film failed; the film gets music only');
    },
  });
}
