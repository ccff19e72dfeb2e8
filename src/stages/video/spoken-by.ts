import type { FilmScript } from '../../schema/film-script.ts';
import { spokenSentencesMax } from '../../models/model-use.ts';
import { judgeSpeech } from '../../models/judge/speech.ts';
import { recorded } from '../../speech/recorded/recorded-speech.ts';
import type { RecordedSpeech } from '../../studio/brief.ts';
import { sentencesOf } from '../../studio/sound/voice/pace.ts';
import type { ModelDesk } from '../models/model-desk.ts';

/**
 * Returns the voice-over of a script as a model speaks it. Undefined if no model is configured, or one of the sentences
 * has no usable sound, or another model has spoken it: a film has one voice.
 */
export async function spokenBy(
  desk: ModelDesk | null,
  { scenes, language }: Pick<FilmScript, 'scenes' | 'language'>,
  signal: AbortSignal,
): Promise<RecordedSpeech | undefined> {
  const texts = [...new Set(scenes.flatMap(({ voiceover }) => sentencesOf(voiceover, language)))];
  if (desk?.has('speech') !== true || texts.length === 0 || texts.length > spokenSentencesMax) return undefined;
  const spoken = await Promise.all(
    texts.map(async (text, unit) => {
      const speech = await desk.make(
        {
          ...{ port: 'speech', unit },
          task: () => ({ port: 'speech', text, language, speed: 1 }),
          judge: ({ bytes }) => judgeSpeech(bytes, { text, language, speed: 1 }, { signal }),
        },
        signal,
      );
      return speech && { text, sampleRate: speech.sampleRate, samples: recorded(speech.samples) };
    }),
  );
  const sentences = spoken.filter((sentence) => sentence !== null);
  const voices = desk.report.models.filter(({ port }) => port === 'speech');
  const [first] = voices;
  if (sentences.length < texts.length || first === undefined || voices.length > 1) return undefined;
  return { voice: first.model, sentences };
}
