import type { Tone } from '../../studio/brief.ts';
import { moods } from './moods.ts';
import { filled, type Prompts } from './templates.ts';

export interface ClipFacts {
  /** Length in seconds. */
  seconds: number;
  /** Description of the picture in one English sentence, from the script. */
  visual: string;
  tone: Tone;
  subject: 'product' | 'place';
  /** Creative direction of the request, in free text. */
  direction: string | null;
}

/** Movement of the camera by tone. A subject that leaves the picture or turns is often redrawn wrongly. */
const cameras: Readonly<Record<Tone, string>> = {
  bold: 'a steady push towards the centre',
  elegant: 'a very slow push towards the centre',
  friendly: 'a slow drift to the side',
  technical: 'a slow, straight slide to the side',
  natural: 'a barely visible drift, as of breath',
  playful: 'a gentle arc to the side',
};

/** Returns the prompt for a clip that starts with a picture. */
export const clipPrompt = ({ seconds, visual, tone, subject, direction }: ClipFacts, prompts: Prompts): string =>
  filled(prompts, 'clip', {
    ...{ seconds: String(seconds), visual, mood: moods[tone], camera: cameras[tone], subject },
    direction: direction ?? '',
  });
