import { z } from 'zod';

/** Parts of an ad that a direction can allow or refuse. `name` is the name of the brand in type. */
export const adParts = ['headline', 'subheadline', 'cta', 'offer', 'price', 'name', 'logo'] as const;
export type AdPart = (typeof adParts)[number];

export const seasons = [
  'christmas',
  'new-year',
  'valentine',
  'easter',
  'spring',
  'summer',
  'autumn',
  'winter',
  'halloween',
  'black-friday',
  'ramadan',
  'festive',
] as const;
export type Season = (typeof seasons)[number];

export const moods = [
  'minimal',
  'loud',
  'typographic',
  'editorial',
  'elegant',
  'playful',
  'seasonal',
  'night',
  'calm',
] as const;
export type Mood = (typeof moods)[number];

const hex = z.string().regex(/^#[0-9a-f]{6}$/);
const ground = z.enum(['light', 'dark']);

/** Measurements of the picture that the request gives as a model. */
const Reference = z.object({
  ground,
  palette: z
    .array(z.object({ hex, share: z.number().min(0).max(1) }))
    .describe('Main colours, the largest share first. Shares are of the area.'),
  composition: z.object({
    place: z
      .enum(['full', 'left', 'right', 'top', 'bottom', 'centre', 'none'])
      .describe('Where the picture or the other details are; `none` for an empty field.'),
    empty: z.number().min(0).max(1).describe('Share of the area without details.'),
  }),
});

/** Parameters that a direction can set, each with its own check in the finished ad. */
export const Asked = z.object({
  ground: ground.optional().describe('Lightness of the background.'),
  groundColor: hex.optional().describe('Colour that is asked for the background.'),
  colors: z.array(hex).optional().describe('Colours that are asked for; the first one leads.'),
  refusedColors: z.array(hex).optional().describe('Colours that must not be used.'),
  saturation: z.enum(['muted', 'vivid', 'one-colour', 'grey']).optional(),
  moods: z.array(z.enum(moods)).optional(),
  season: z.enum(seasons).optional().describe('Season or feast; its colours are used if no others are asked for.'),
  refusedMoods: z.array(z.enum(moods)).optional().describe('Moods that are refused, such as `not playful`.'),
  voice: z
    .enum(['bold', 'elegant', 'friendly', 'technical', 'natural', 'playful'])
    .optional()
    .describe('Tone of type and shapes.'),
  largest: z.enum(['picture', 'price', 'offer', 'headline', 'date', 'logo']).optional(),
  picture: z.enum(['none', 'small', 'large', 'full']).optional().describe('Share of the picture in the ad.'),
  people: z.enum(['none', 'some']).optional(),
  products: z.int().min(1).max(12).optional().describe('Number of products to show.'),
  refused: z
    .array(z.enum(adParts))
    .optional()
    .describe('Parts that appear nowhere: not in the image, the film, the voice or the captions.'),
  wanted: z.array(z.enum(adParts)).optional().describe('Parts that must appear.'),
  unsaid: z.array(z.string()).optional().describe('Words that appear nowhere.'),
  cutsPerSecond: z.number().min(0.1).max(3).optional(),
});
export type Asked = z.infer<typeof Asked>;
export type AskedField = keyof Asked;

/**
 * Direction of an ad as data. A missing field was not asked for. `clauses` are the parts of the text that were
 * understood, with what each asks for; `unread` are the others.
 */
export const Direction = Asked.extend({
  reference: Reference.optional(),
  clauses: z.array(z.object({ text: z.string(), asks: Asked })).optional(),
  unread: z.array(z.string()).optional(),
});
export type Direction = z.infer<typeof Direction>;
export type ReferencePicture = z.infer<typeof Reference>;
