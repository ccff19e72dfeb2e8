import { createHash } from 'node:crypto';
import type { Brief, Picture } from '../../studio/brief.ts';
import { canBeInScene, inScene } from '../../studio/photo/painted-scene.ts';
import { judgePicture } from '../../models/judge/picture.ts';
import { backgroundPrompt } from '../../models/prompts/background-prompt.ts';
import type { Prompts } from '../../models/prompts/templates.ts';
import type { ModelDesk } from '../models/model-desk.ts';

/** Side in pixels of a painted scene. It is square, so that ads of every aspect ratio are cut out of it. */
const sceneSide = 1_536;

/** Moods of ads that have no photo. */
const flatMoods = ['minimal', 'typographic'] as const;

/**
 * Returns the brief with a painted scene, if a model is configured: behind the product, which keeps its pixels, or as
 * the picture of an ad without one. An ad with a photo, or without a wish for one, stays as it is.
 */
export async function withPaintedScene(brief: Brief, desk: ModelDesk | null, signal: AbortSignal): Promise<Brief> {
  if (desk?.has('image') !== true || !wantsScene(brief)) return brief;
  const [product, ...others] = brief.pictures;
  // A product that cannot be cut out would make the scene useless, which is paid for.
  if (product !== undefined && !(await canBeInScene(product))) return brief;
  const size = { width: sceneSide, height: sceneSide };
  const made = await desk.make(
    {
      ...{ port: 'image', unit: 0 },
      task: (attempt) => ({
        port: 'image',
        prompt: promptFor(brief, desk.prompts),
        size,
        references: [],
        seed: seedOf(brief.seed, attempt),
      }),
      judge: ({ bytes }) => judgePicture(bytes, { size, hasProduct: false, reference: null }, { cutout: null, signal }),
    },
    signal,
  );
  if (made === null) return brief;
  if (product === undefined) return { ...brief, pictures: [asPhoto(made)] };
  const scene = await inScene(made.bytes, product);
  return scene === null ? brief : { ...brief, pictures: [scene, ...others] };
}

/** Reports whether an ad would be better with a painted scene: it shows a product on a plain ground, or nothing. */
function wantsScene({ pictures, direction, noText }: Brief): boolean {
  if (direction.picture === 'none' || direction.saturation === 'one-colour' || noText) return false;
  if (direction.groundColor !== undefined || flatMoods.some((mood) => direction.moods?.includes(mood))) return false;
  const shown = pictures.filter(({ role }) => role !== 'logo' && role !== 'reference');
  return shown.every(({ role }) => role === 'product' || role === 'packshot') && shown.length <= 1;
}

const asPhoto = ({ bytes, width, height }: { bytes: Buffer; width: number; height: number }): Picture => ({
  ...{ bytes, width, height, role: 'lifestyle', hasAlpha: false, alt: null },
});

/** Returns a seed for the model from the id of the job: 31 bits. */
const seedOf = (jobId: string, attempt: number): number =>
  createHash('sha256').update(`${jobId}/${attempt}`).digest().readUInt32BE() >>> 1;

function promptFor({ kit, tone, pictures, concept }: Brief, prompts: Prompts): string {
  const roles = kit[kit.prefers];
  const facts = { tone, colors: [roles.primary, roles.surface], direction: concept, textSide: 'top' } as const;
  return backgroundPrompt({ ...facts, category: pictures[0]?.alt ?? null }, prompts);
}
