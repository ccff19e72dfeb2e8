import { z } from 'zod';

/** Purpose of a scene. A film opens with `hook`, and its last scene is `call_to_action`, the end card. */
export const sceneRoles = ['hook', 'benefit', 'proof', 'offer', 'call_to_action'] as const;
export type SceneRole = (typeof sceneRoles)[number];

/**
 * Subject of the picture: the product, a photo of a place or of people, type alone, or the end card with logo, name and
 * call to action. The video stage uses another subject if the wanted one is missing.
 */
export const sceneSubjects = ['product', 'photo', 'type', 'end_card'] as const;
export type SceneSubject = (typeof sceneSubjects)[number];

export const scriptScenesMin = 3;
export const scriptScenesMax = 5;

const ScriptScene = z.strictObject({
  role: z.enum(sceneRoles),
  /** Planned length of the scene in seconds. The video stage moves cuts to beats of the music. */
  seconds: z.number().min(1).max(15),
  /** Spoken text, whole sentences. `''` if the narrator pauses. */
  voiceover: z.string().max(500),
  /** Words on the screen, at most 6 at a time. `''` for a scene without type. */
  on_screen_text: z.string().max(200),
  subject: z.enum(sceneSubjects),
  /** Description of the picture in one English sentence, for the response and for models that draw scenes. */
  visual: z.string().max(300),
});
export type ScriptScene = z.infer<typeof ScriptScene>;

/**
 * Content of `script.json`, which the script stage writes and the video stage films. A model or a person can supply the
 * file instead of the built-in writer.
 */
export const FilmScript = z.strictObject({
  /** Language of the spoken and shown words, as a BCP-47 tag. */
  language: z.string().max(35),
  /** Story of the film in a few sentences. */
  narrative: z.string().max(1_500),
  scenes: z.array(ScriptScene).min(scriptScenesMin).max(scriptScenesMax),
  /** Texts drawn in the film as given: headline, support line, call to action and offer. Absent if there is none. */
  copy: z.strictObject({
    headline: z.string().optional(),
    subheadline: z.string().optional(),
    cta: z.string().optional(),
    offer: z.string().optional(),
    price: z.string().optional(),
  }),
  /** Lines for `response.notes`. */
  notes: z.array(z.string().max(300)).max(50),
});
export type FilmScript = z.infer<typeof FilmScript>;
