import { z } from 'zod';

const Check = z.object({ check: z.string(), value: z.number(), limit: z.number(), passed: z.boolean() });

export const CopyTexts = z.object({
  headline: z.string(),
  subheadline: z.string(),
  cta: z.string(),
  offer: z.string(),
  price: z.string(),
});

/** Facts about every picture and film: who made it, from which seed, and how it passed the quality checks. */
const made = {
  file: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  seed: z.string(),
  model: z.string().describe('Name of the model, or of the built-in studio.'),
  degraded: z.boolean().describe('True if the built-in studio stood in for a model.'),
  copy: CopyTexts.describe('Texts that are drawn; `""` for a text that is not drawn.'),
  hasLogo: z.boolean(),
  checks: z.array(Check),
};

const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** Places on a picture in pixels, from its top left corner. */
const Places = z.object({
  safe: Box.describe('Area in which texts, buttons and the logo must stay.'),
  elements: z.array(z.object({ kind: z.enum(['text', 'button', 'badge', 'logo', 'product', 'photo']), box: Box })),
});

/** Score of a composition and its parts, each from 0 (bad) to 1 (good). */
const Score = z.object({ total: z.number(), parts: z.array(z.object({ name: z.string(), value: z.number() })) });

export const MadePicture = z.object({
  ...made,
  aspectRatio: z.string(),
  layout: z.string(),
  score: Score.optional(),
  dropped: z.array(z.string()).describe('Texts that were left out because there was not enough room for them.'),
  shown: z.object({ role: z.string(), alt: z.string().nullable() }).nullable().describe('Picture that the ad shows.'),
  altText: z.string(),
  places: Places.optional().describe('Places that the quality checks measured.'),
});
export type MadePicture = z.infer<typeof MadePicture>;

export const MadeVideo = z.object({
  ...made,
  seconds: z.number(),
  framesPerSecond: z.number(),
  hasAudio: z.boolean(),
  voice: z.string().nullable().describe('Model and voice of the voice-over; null without one.'),
  shots: z.array(z.string()).describe('Layout of each shot.'),
  scenes: z.array(
    z.object({
      startSeconds: z.number(),
      endSeconds: z.number(),
      onScreenText: z.string(),
      filmedBy: z.string().optional().describe('Model whose clip the scene shows, as `provider/model`.'),
    }),
  ),
});
export type MadeVideo = z.infer<typeof MadeVideo>;

/** Content of `made.json`: what was drawn from a brief, and what was left out while drawing. */
export const MadeFile = z.object({
  pictures: z.array(MadePicture).optional(),
  video: MadeVideo.optional(),
  notes: z.array(z.string()),
});
export type MadeFile = z.infer<typeof MadeFile>;
