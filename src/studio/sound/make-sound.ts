import type { SpeechModel } from '../../speech/port.ts';
import type { QualityCheck, Tone } from '../brief.ts';
import { type CheckedMix, checkedMix } from './checked-mix.ts';
import { soundEncoder } from './encode-sound.ts';
import { compose } from './music/compose.ts';
import { renderMusic } from './music/render.ts';
import type { Cue } from '../film/captions.ts';
import { samplesIn, silence } from './stereo.ts';
import { readingCues, voiceCues } from './voice/cues.ts';
import { narrate, type Narration, type Overrun, type SoundScene } from './voice/narrate.ts';

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
  /**
   * Reason why the film has no voice, if an earlier attempt to make its sound has found one. The notes of the film
   * state the reason. Null if the film needs no voice, and no note.
   */
  noVoice?: string | null;
  /** True for a film whose sound is the voice alone. A film without a voice has music anyway. */
  isVoiceAlone?: boolean;
  signal: AbortSignal;
  /** Name or path of the ffmpeg program. */
  program?: string;
  /** Receives the reason why a film that could have a voice has music only. */
  onVoiceFailure?: (error: unknown) => void;
}

export interface FilmSound {
  /** MP4 file with the sound alone: AAC, 48 kHz, stereo. */
  mp4: Buffer;
  /** Captions: timed by the voice, or by the scenes if there is no voice. */
  cues: Cue[];
  checks: QualityCheck[];
  /** Lines for the response: what the sound lacks, and why. */
  notes: string[];
  /** Why the words of the script are not spoken; null if they are, or if there are none. */
  noVoice: string | null;
  hasMusic: boolean;
  /** Name of speech model and voice, for `provenance.model`; null for music only. */
  voiceName: string | null;
  /** Scenes whose voice-over is too long. */
  overruns: Overrun[];
}

/**
 * Makes the sound of a film: voice-over, and music with the cuts on its beats. Without a voice, or if the voice fails,
 * the film gets music only, and a note. If the sound fails a check, the film gets the voice alone, the music alone or
 * silence, so that all checks pass. Rejects with the reason of the signal if it aborts, and with `EncoderError` if ffmpeg
 * fails.
 */
export async function makeSound(brief: SoundBrief): Promise<FilmSound> {
  const { scenes, seconds, language, signal } = brief;
  const voice = await narrationOf(brief);
  const sceneStarts = scenes.map(({ startSeconds }) => startSeconds);
  const isBare = brief.isVoiceAlone === true && voice.narration !== null;
  const music = isBare
    ? silence(samplesIn(seconds))
    : await renderMusic(compose({ ...brief, sceneStarts }), seconds, signal);
  const mixed = await checkedMix(music, voice.narration?.sentences ?? [], soundEncoder(brief));
  const heard = mixed.hasVoice || voice.narration === null ? voice : withoutVoice(voiceUnfit);
  return {
    mp4: mixed.mp4,
    cues: await (heard.narration === null
      ? readingCues(scenes, language)
      : voiceCues(heard.narration.sentences, language, seconds)),
    checks: mixed.checks,
    notes: notesOf(voice, mixed),
    noVoice: heard.noVoice,
    hasMusic: mixed.hasMusic,
    voiceName: heard.voiceName,
    overruns: heard.narration?.overruns ?? [],
  };
}

function notesOf({ narration, noVoice }: Voice, { note, hasVoice }: CheckedMix): string[] {
  return [
    ...(noVoice === null ? [] : [`The film has music and no voice-over: ${noVoice}.`]),
    ...(note === null ? [] : [note]),
    ...(hasVoice ? (narration?.overruns ?? []).flatMap(overrunNote) : []),
  ];
}

const voiceUnfit = 'the voice fails the checks of the sound';

interface Voice {
  narration: Narration | null;
  noVoice: string | null;
  voiceName: string | null;
}

async function narrationOf({ scenes, speech, onVoiceFailure, ...brief }: SoundBrief): Promise<Voice> {
  const { language, signal, noVoice = 'no voice is installed' } = brief;
  if (scenes.every(({ voiceover }) => voiceover.trim() === '')) return withoutVoice(null);
  if (speech === null) return withoutVoice(noVoice);
  const voiceName = speech.voiceFor(language);
  if (voiceName === null) return withoutVoice(`no voice speaks ${languageName(language)}`);
  try {
    return { narration: await narrate(scenes, { ...brief, speech }), noVoice: null, voiceName };
  } catch (error) {
    signal.throwIfAborted();
    onVoiceFailure?.(error);
    return withoutVoice('the voice failed');
  } finally {
    await speech.close();
  }
}

const withoutVoice = (noVoice: string | null): Voice => ({ narration: null, noVoice, voiceName: null });

const languageName = (tag: string): string => new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;

const overrunNote = ({ scene, dropped }: Overrun): string[] =>
  dropped.length === 0
    ? []
    : [`Scene ${scene + 1} is too short for its whole voice-over; not spoken: ${dropped.join(' ')}`];
