import { fileURLToPath } from 'node:url';
import { areInstalled } from '../../models/installed/model-file.ts';
import { ModelProcess } from '../../models/installed/model-process.ts';
import type { SpeakOptions, Speech, SpeechModel } from '../port.ts';
import { spokenText } from '../english/spoken-text.ts';
import { espeakPhonemes } from './espeak.ts';
import { kokoroPhonemes, type Accent } from './phonemes.ts';
import { tokensMax, tokensOf } from './vocabulary.ts';
import { modelFile, voiceFiles, type VoiceName } from './voice-files.ts';
import { kokoroSampleRate, type VoiceRequest } from './voice-messages.ts';

/**
 * Speed of the model at which it speaks about 160 words a minute with pauses, a usual pace of commercials. At speed 1 it
 * speaks 210 words a minute.
 */
const unhurried = 0.86;

interface Speaker {
  accent: Accent;
  voice: VoiceName;
}

const american: Speaker = { accent: 'en-us', voice: 'af_heart' };
const british: Speaker = { accent: 'en-gb', voice: 'bf_emma' };

/** Regions whose English is nearer to American than to British English. */
const americanRegions: readonly (string | undefined)[] = [undefined, 'US', 'CA', 'PH', 'PR', 'LR'];

/**
 * Returns the speech model Kokoro-82M with the voice files of a folder, or null if files are missing there. `make
 * voices` installs them. The model speaks English only: no other language has been verified with a recogniser.
 */
export async function openKokoro(folder: string): Promise<SpeechModel | null> {
  const isInstalled = await areInstalled(folder, [modelFile, ...Object.values(voiceFiles)]);
  return isInstalled ? new KokoroSpeech(kokoroProcess(folder)) : null;
}

type KokoroProcess = ModelProcess<VoiceRequest, Float32Array>;

/** Returns the process that runs Kokoro with the files of a folder. It starts with the first request. */
export function kokoroProcess(folder: string): KokoroProcess {
  const file = fileURLToPath(import.meta.url).replace(/kokoro-speech(\.\w+)$/, 'voice-process$1');
  return new ModelProcess({ file, folder, name: 'speech model' });
}

class KokoroSpeech implements SpeechModel {
  readonly #runner: KokoroProcess;

  constructor(runner: KokoroProcess) {
    this.#runner = runner;
  }

  voiceFor(language: string): string | null {
    const speaker = speakerOf(language);
    return speaker && `kokoro-82m/${speaker.voice}`;
  }

  async speak(text: string, { language, speed, signal }: SpeakOptions): Promise<Speech> {
    const speaker = speakerOf(language);
    if (speaker === null) throw new Error(`the speech model has no voice for ${language}`);
    const tokens = tokensOf(await phonemesOf(spokenText(text), speaker.accent, signal));
    if (tokens.length === 0) throw new Error('the text contains nothing to speak');
    if (tokens.length > tokensMax) throw new Error('the sentence is too long for the speech model');
    const samples = await this.#runner.run({ tokens, voice: speaker.voice, speed: speed * unhurried }, signal);
    return { samples, sampleRate: kokoroSampleRate };
  }

  close(): Promise<void> {
    return this.#runner.stop();
  }
}

function speakerOf(tag: string): Speaker | null {
  const { language, region } = new Intl.Locale(tag);
  if (language !== 'en') return null;
  return americanRegions.includes(region) ? american : british;
}

/** Returns the phonemes of a text, with its punctuation, which eSpeak NG would drop. */
async function phonemesOf(text: string, accent: Accent, signal: AbortSignal): Promise<string> {
  let phonemes = '';
  for (const [, piece = '', mark = ''] of text.matchAll(/([^,.;:!?—…]*)([,.;:!?—…]*)/gu)) {
    const sounds = /\p{L}/u.test(piece) ? kokoroPhonemes(await espeakPhonemes(piece, accent, signal), accent) : '';
    if (sounds !== '') phonemes += `${phonemes === '' ? '' : ' '}${sounds}${mark.slice(0, 1)}`;
  }
  return phonemes;
}
