import type { FilmScript } from '../../schema/film-script.ts';
import { spokenSentencesMax } from '../../models/model-use.ts';
import { judgeSpeech } from '../../models/judge/speech.ts';
import { recorded } from '../../speech/recorded/recorded-speech.ts';
import type { RecordedSpeech } from '../../studio/brief.ts';
import { sentencesOf } from '../../studio/sound/voice/pace.ts';
import type { ModelDesk } from '../models/model-desk.ts';

/**
 * Returns the voice-over of a script as a model speaks it. Undefined if no model is configured, or, which the report then
 * says: if there are too many sentences, one of them has no usable sound, or two models have spoken.
 */
export async function spokenBy(
  desk: ModelDesk | null,
  { scenes, language }: Pick<FilmScript, 'scenes' | 'language'>,
  signal: AbortSignal,
): Promise<RecordedSpeech | undefined> {
  const texts = [...new Set(scenes.flatMap(({ voiceover }) => sentencesOf(voiceover, language)))];
  if (desk?.has('speech') !== true || texts.length === 0) return undefined;
  if (texts.length > spokenSentencesMax) {
    desk.standIn('speech', `the film has ${texts.length} sentences and a model speaks at most ${spokenSentencesMax}`);
    return undefined;
  }
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
  if (sentences.length < texts.length || first === undefined) return undefined;
  if (voices.length > 1) {
    const names = voices.map(({ model }) => model).sort();
    desk.standIn('speech', `${names.join(' and ')} spoke parts of it and a film has one voice`);
    return undefined;
  }
  return { voice: first.model, sentences };
}
