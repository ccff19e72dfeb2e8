import type { SpeechModel } from '../../speech/port.ts';
import type { QualityCheck, Tone } from '../brief.ts';
import { mix } from './mix.ts';
import { compose } from './music/compose.ts';
import { renderMusic } from './music/render.ts';
import type { Cue } from '../film/captions.ts';
import { readingCues, voiceCues } from './voice/cues.ts';
import { narrate, type Narration, type Overrun, type SoundScene } from './voice/narrate.ts';
import { wavOf } from './wav.ts';

export interface SoundBrief {
  /** Exact length of the film. The sound has the same length. */
  seconds: number;
  tone: Tone;
  /** The same seed gives the same music. */
  seed: string;
  /** All scenes in order. The last one is the end card. */
  scenes: readonly SoundScene[];
  /** BCP-47 tag of the language of the voice-over. */
  language: string;
  /** Null if no voice is installed. The model is closed after its last sentence. */
  speech: SpeechModel | null;
  signal: AbortSignal;
  /** Receives the reason why a film that could have a voice has music only. */
  onVoiceFailure?: (error: unknown) => void;
}

export interface FilmSound {
  /** WAV file: 48 kHz, stereo, 16 bits. */
  wav: Buffer;
  /** Captions: timed by the voice, or by the scenes if there is no voice. */
  cues: Cue[];
  checks: QualityCheck[];
  /** Lines for the response: what the sound lacks, and why. */
  notes: string[];
  /** Name of speech model and voice, for `provenance.model`; null for music only. */
  voiceName: string | null;
  /** Scenes whose voice-over is too long. */
  overruns: Overrun[];
}

/**
 * Makes the sound of a film: voice-over, and music with the cuts on its beats. Without a voice, or if the voice fails,
 * the film gets music only, and a note. Rejects with the reason of the signal if it aborts.
 */
export async function makeSound(brief: SoundBrief): Promise<FilmSound> {
  const { scenes, seconds, language, signal } = brief;
  const { narration, notes, voiceName } = await narrationOf(brief);
  const sceneStarts = scenes.map(({ startSeconds }) => startSeconds);
  const music = await renderMusic(compose({ ...brief, sceneStarts }), seconds, signal);
  const { sound, checks } = mix(music, narration?.sentences ?? []);
  return {
    wav: wavOf(sound),
    cues: await (narration === null
      ? readingCues(scenes, language)
      : voiceCues(narration.sentences, language, seconds)),
    checks,
    notes: [...notes, ...(narration?.overruns ?? []).flatMap(overrunNote)],
    voiceName,
    overruns: narration?.overruns ?? [],
  };
}

interface Voice {
  narration: Narration | null;
  notes: string[];
  voiceName: string | null;
}

async function narrationOf({ scenes, speech, onVoiceFailure, ...brief }: SoundBrief): Promise<Voice> {
  const { language, signal } = brief;
  if (scenes.every(({ voiceover }) => voiceover.trim() === '')) return withoutVoice([]);
  if (speech === null) return withoutVoice([musicOnly('no voice is installed')]);
  const voiceName = speech.voiceFor(language);
  if (voiceName === null) return withoutVoice([musicOnly(`no voice speaks ${languageName(language)}`)]);
  try {
    return { narration: await narrate(scenes, { ...brief, speech }), notes: [], voiceName };
  } catch (error) {
    signal.throwIfAborted();
    onVoiceFailure?.(error);
    return withoutVoice([musicOnly('the voice failed')]);
  } finally {
    await speech.close();
  }
}

const withoutVoice = (notes: string[]): Voice => ({ narration: null, notes, voiceName: null });

const musicOnly = (reason: string): string => `The film has music and no voice-over: ${reason}.`;

const languageName = (tag: string): string => new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;

const overrunNote = ({ scene, dropped }: Overrun): string[] =>
  dropped.length === 0
    ? []
    : [`Scene ${scene + 1} is too short for its whole voice-over; not spoken: ${dropped.join(' ')}`];
