import { z } from 'zod';
import { FilmScript, scriptScenesMax, scriptScenesMin } from '../../schema/film-script.ts';
import type { ScriptMaterial } from '../../studio/script/material.ts';
import type { WritingTask } from '../model-task.ts';
import { filled, type Prompts } from './templates.ts';

/** Answer of a model: the parts of a script that it writes. Language, copy and notes are known before. */
export const ScriptAnswer = FilmScript.pick({ narrative: true, scenes: true });
export type ScriptAnswer = z.infer<typeof ScriptAnswer>;

/** Number of spoken words for which a second has room. English is spoken with 2.5 words a second; pauses take a part. */
const wordsPerSecond = 2.1;

/** Returns the task of writing the story and the scenes of a film. */
export const scriptPrompt = (material: ScriptMaterial, prompts: Prompts): WritingTask => ({
  port: 'copywriter',
  system: filled(prompts, 'script-system', {
    seconds: String(material.seconds),
    language: material.language,
    scenesMin: String(scriptScenesMin),
    scenesMax: String(scriptScenesMax),
    wordsMax: String(Math.floor(material.seconds * wordsPerSecond)),
  }),
  prompt: filled(prompts, 'script', {
    brand: material.brand ?? '',
    product: material.product ?? '',
    description: material.description ?? '',
    price: material.price ?? '',
    given: material.given.map(({ copyText }) => copyText).join(' | '),
    headline: material.page.headline,
    lines: material.page.lines.join(' | '),
    cta: material.page.cta,
    tone: material.tone,
    voice: material.hasVoice ? 'a narrator' : 'none',
    pictures: picturesOf(material),
    direction: material.prompt ?? '',
  }),
  name: 'film_script',
  schema: z.toJSONSchema(ScriptAnswer),
});

function picturesOf({ pictures: { product, scene } }: ScriptMaterial): string {
  const kinds = [...(product ? ['the product'] : []), ...(scene ? ['a photo of a place or of people'] : [])];
  return kinds.length === 0 ? 'none; the film has type alone' : kinds.join(' and ');
}
