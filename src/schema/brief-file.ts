import { z } from 'zod';
import { Direction } from './direction.ts';
import { Brand } from './brand.ts';
import { CopyTexts } from './made-file.ts';

/** Number of the form of `brief.json`. A brief of another form is not read. */
export const briefFormat = 1;

/** Place of a file in `materials.bin`: the offset of its first byte, and its length in bytes. */
const Part = z.object({ offset: z.int().min(0), bytes: z.int().min(0) });

const StoredPicture = z.object({
  part: Part,
  width: z.int().min(1).describe('Pixels, after the rotation of the EXIF data.'),
  height: z.int().min(1),
  role: z.enum(['logo', 'product', 'packshot', 'lifestyle', 'reference']),
  hasAlpha: z.boolean(),
  alt: z.string().nullable(),
  mask: Part.optional(),
});

const ColorRoles = z.object({
  surface: z.string(),
  ink: z.string(),
  primary: z.string(),
  onPrimary: z.string(),
  accent: z.string(),
  muted: z.string(),
});

const StoredKit = z.object({
  name: z.string().nullable(),
  light: ColorRoles,
  dark: ColorRoles,
  prefers: z.enum(['light', 'dark']),
  fonts: z.array(z.object({ family: z.string(), part: Part })),
  families: z.array(z.string()).optional(),
  logo: StoredPicture.nullable(),
});

/** Palette, ground and composition that all ads of a job have in common. */
const Look = z.object({
  theme: z.enum(['light', 'dark']),
  ground: z.enum(['quiet', 'tinted', 'loud']),
  layouts: z.array(z.string()).describe('Layouts that are tried first, best first.'),
  variant: z.int().min(0),
});

/** Everything that decides what an ad looks like, with its pictures and fonts as parts of `materials.bin`. */
export const StoredBrief = z.object({
  seed: z.string().describe('Seed of all choices that nothing else decides.'),
  language: z.string(),
  concept: z.string().nullable(),
  tone: z.enum(['bold', 'elegant', 'friendly', 'technical', 'natural', 'playful']),
  kit: StoredKit,
  copy: CopyTexts,
  pictures: z.array(StoredPicture),
  facts: z.array(z.string()),
  softHyphens: z.array(z.string()).optional(),
  noText: z.boolean(),
  direction: Direction.default({}),
  look: Look.optional(),
  speech: z
    .object({
      voice: z.string(),
      sentences: z.array(z.object({ text: z.string(), part: Part, sampleRate: z.int().min(8_000).max(192_000) })),
    })
    .optional()
    .describe('Sentences that a model has spoken: mono, signed 16-bit numbers, little-endian.'),
  clips: z
    .array(
      z.object({
        scene: z.int().min(0).describe('Position of the scene in the script.'),
        model: z.string(),
        part: Part,
        width: z.int().min(1),
        height: z.int().min(1),
        seconds: z.number().positive(),
        still: StoredPicture,
      }),
    )
    .optional()
    .describe('Scenes that a model has filmed: MP4 or WebM, and a frame from the middle of each.'),
});
export type StoredBrief = z.infer<typeof StoredBrief>;

/**
 * Content of `brief.json`. The last stage of a job writes `materials.bin` and then this file before it draws, and draws
 * from these two files alone. `program` and `architecture` name the version and the processor for which the same brief
 * gives the same bytes.
 */
export const BriefFile = z.object({
  format: z.literal(briefFormat),
  program: z.string(),
  architecture: z.string(),
  jobId: z.string(),
  stage: z.string(),
  materials: z.object({ bytes: z.int().min(0), sha256: z.string() }),
  brief: StoredBrief,
  direction: z.string().nullable().describe('Creative direction of the request, in free text.'),
  evidence: Brand.describe('What is known of the brand, with the source and the confidence of each value.'),
  notes: z.array(z.string()).describe('What was left out while preparing, and why.'),
  wanted: z.unknown().describe('What the stage draws: sizes, resolution, length, script.'),
});
export type BriefFile = z.infer<typeof BriefFile>;
