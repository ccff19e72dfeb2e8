import { z } from 'zod';
import { ModelsReport } from './models-report.ts';

/** Purpose of a scene. A film opens with `hook` or an `offer`, and its last scene is `call_to_action`, the end card. */
export const sceneRoles = ['hook', 'benefit', 'proof', 'offer', 'call_to_action'] as const;
export type SceneRole = (typeof sceneRoles)[number];

/**
 * Subject of the picture: the product, a photo of a place or of people, text alone (`type`), or the end card with logo,
 * name and call to action. If there is no picture of the wanted subject, the video stage uses another subject.
 */
export const sceneSubjects = ['product', 'photo', 'type', 'end_card'] as const;
export type SceneSubject = (typeof sceneSubjects)[number];

export const scriptScenesMin = 3;
export const scriptScenesMax = 5;

const ScriptScene = z.strictObject({
  role: z.enum(sceneRoles).describe('Purpose of the scene. Exactly the last scene is `call_to_action`, the end card.'),
  seconds: z
    .number()
    .min(1)
    .max(15)
    .describe(
      'Planned length of the scene in seconds. The video stage moves the cut between two scenes to a beat of the music.',
    ),
  voiceover: z.string().max(500).describe('Spoken text in whole sentences. An empty text is a pause of the narrator.'),
  on_screen_text: z
    .string()
    .max(200)
    .describe(
      'Words on the screen, best at most 8 at a time. A sentence is shown whole, a text of several sentences in parts. A line break (`\\n`) separates texts that are shown one after the other. Empty for a scene without text on the screen.',
    ),
  subject: z
    .enum(sceneSubjects)
    .describe('What the picture shows. The video stage uses another subject if the wanted one is missing.'),
  visual: z.string().max(300).describe('Description of the picture in one English sentence.'),
});
export type ScriptScene = z.infer<typeof ScriptScene>;

const endCardIsLast = (scenes: readonly ScriptScene[]): boolean =>
  scenes.every(({ role }, at) => (role === 'call_to_action') === (at === scenes.length - 1));

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** Room for 500 characters of any writing system, which a request may have, and for longer lines of a page. */
const CopyText = z.string().max(2_000);

/**
 * Content of `script.json`, which the script stage writes and the video stage films. A model or a person can supply the
 * file instead of the built-in writer.
 */
export const FilmScript = z.strictObject({
  language: z
    .string()
    .max(35)
    .refine(isLanguageTag, 'The language must be a BCP-47 tag, such as en-US.')
    .describe('Language of the spoken and shown words, as a BCP-47 tag.'),
  narrative: z.string().max(1_500).describe('Story of the film in a few sentences.'),
  scenes: z
    .array(ScriptScene)
    .min(scriptScenesMin)
    .max(scriptScenesMax)
    .refine(endCardIsLast, 'The last scene, and no other, must have the role call_to_action.')
    .describe('Scenes in order.'),
  copy: z
    .strictObject({
      headline: CopyText.optional(),
      subheadline: CopyText.optional(),
      cta: CopyText.optional(),
      offer: CopyText.optional(),
      price: CopyText.optional(),
    })
    .describe('Texts that are drawn in the film as given. Omit the texts that the film does not have.'),
  notes: z.array(z.string().max(300)).max(50).describe('Lines for `response.notes`.'),
  models: ModelsReport.optional().describe('What models did while the script was written.'),
});
export type FilmScript = z.infer<typeof FilmScript>;

/** Parses `script.json`. Throws an error that names each wrong field. */
export function parseFilmScript(json: string): FilmScript {
  const parsed = FilmScript.safeParse(contentOf(json));
  if (parsed.success) return parsed.data;
  throw new Error(`script.json is not a film script:\n${z.prettifyError(parsed.error)}`);
}

/** Returns a text without halves of characters (unpaired surrogates). */
const withoutHalves = (text: string): string => text.replace(/\p{Cs}/gu, '');

function contentOf(json: string): unknown {
  try {
    return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? withoutHalves(value) : value));
  } catch (cause) {
    throw new Error('script.json is not a film script: it is not JSON.', { cause });
  }
}
