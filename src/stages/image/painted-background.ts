import type { Brief, Picture } from '../../studio/brief.ts';
import { canBeInScene, inScene } from '../../studio/photo/painted-scene.ts';
import { judgePicture } from '../../models/judge/picture.ts';
import { backgroundPrompt } from '../../models/prompts/background-prompt.ts';
import type { Prompts } from '../../models/prompts/templates.ts';
import type { ModelDesk } from '../models/model-desk.ts';
import { seedOf } from '../models/model-seed.ts';

/** Side in pixels of a painted scene. It is square, so that ads of every aspect ratio are cut out of it. */
const sceneSide = 1_536;

/** Moods of ads that have no photo. */
const flatMoods = ['minimal', 'typographic'] as const;

export interface SceneOptions {
  signal: AbortSignal;
  /** True if the request has a direction of its own. Else the direction is that of the studio's or a model's idea. */
  isDirected: boolean;
}

/**
 * Returns the brief with a painted scene, if a model is configured: behind the product, which keeps its pixels, or as
 * the picture of an ad without one. An ad with a photo, or without a wish for one, stays as it is.
 */
export async function withPaintedScene(
  given: Brief,
  desk: ModelDesk | null,
  { signal, isDirected }: SceneOptions,
): Promise<Brief> {
  const brief = isDirected ? given : openToScene(given);
  if (desk?.has('image') !== true || !wantsScene(brief)) return given;
  const [product, ...others] = brief.pictures;
  // A product that cannot be cut out would make the scene useless, which is paid for.
  if (product !== undefined && !(await canBeInScene(product))) return given;
  const size = { width: sceneSide, height: sceneSide };
  const made = await desk.make(
    {
      ...{ port: 'image', unit: 0 },
      task: (attempt) => ({
        port: 'image',
        prompt: promptFor(brief, desk.prompts),
        size,
        references: [],
        seed: seedOf(`${brief.seed}/${attempt}`),
      }),
      judge: ({ bytes }) => judgePicture(bytes, size),
    },
    signal,
  );
  if (made === null) return given;
  if (product === undefined) return { ...brief, concept: given.concept, pictures: [asPhoto(made)] };
  const scene = await inScene(made.bytes, product);
  return scene === null ? given : { ...brief, pictures: [scene, ...others] };
}

/**
 * Returns the brief of an ad without pictures, whose idea is type alone only because there is nothing to show, so that it
 * may have a scene. Others stay as they are.
 */
function openToScene(brief: Brief): Brief {
  if (shownOf(brief).length > 0) return brief;
  const { picture: _, moods = [], ...direction } = brief.direction;
  const kept = moods.filter((mood) => !flatMoods.some((flat) => flat === mood));
  return { ...brief, concept: null, direction: { ...direction, ...(kept.length > 0 && { moods: kept }) } };
}

const shownOf = ({ pictures }: Brief): Picture[] =>
  pictures.filter(({ role }) => role !== 'logo' && role !== 'reference');

/** Reports whether an ad would be better with a painted scene: it shows a product on a plain ground, or nothing. */
function wantsScene(brief: Brief): boolean {
  const { direction, noText } = brief;
  if (direction.picture === 'none' || direction.saturation === 'one-colour' || noText) return false;
  if (direction.groundColor !== undefined || flatMoods.some((mood) => direction.moods?.includes(mood))) return false;
  const shown = shownOf(brief);
  return shown.every(({ role }) => role === 'product' || role === 'packshot') && shown.length <= 1;
}

const asPhoto = ({ bytes, width, height }: { bytes: Buffer; width: number; height: number }): Picture => ({
  ...{ bytes, width, height, role: 'lifestyle', hasAlpha: false, alt: null },
});

function promptFor({ kit, tone, pictures, concept }: Brief, prompts: Prompts): string {
  const roles = kit[kit.prefers];
  const facts = { tone, colors: [roles.primary, roles.surface], direction: concept, textSide: 'top' } as const;
  return backgroundPrompt({ ...facts, category: pictures[0]?.alt ?? null }, prompts);
}
