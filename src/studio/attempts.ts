import { brandShape } from './brand-kit/brand-shape.ts';
import type { Brief, Look } from './brief.ts';
import { emptyIn, emptyMax } from './candidates/empty-share.ts';
import { type LayoutInput, floorOf, lastResort, type Materials } from './composition.ts';
import { type Candidate, inRounds, type Try, wordings } from './first-that-passes.ts';
import type { Format } from './format.ts';
import { hasOwnGround } from './layouts/layout.ts';
import { isNamed } from './layouts/mark.ts';
import { plainLastSteps, plainTries, plainWithPicture } from './layouts/plain.ts';
import { statement } from './layouts/statement.ts';
import { suitingLayouts } from './layouts/suiting.ts';
import { seededLook } from './look.ts';
import type { Scene } from './scene.ts';
import { seededChoice } from './seeded.ts';
import type { Typesetter } from './text/typesetter.ts';

/**
 * Returns all ways to draw an image ad, in the order in which they are tried. An ad with a picture always shows it: first
 * in the layouts, then in plain ads, at last alone. An ad without one is drawn by the layouts of text alone, then as a
 * plain ad, at last as shapes.
 */
export function attempts(brief: Brief, input: LayoutInput): Candidate[] {
  const { pictured, ofType } = ranked(brief, input);
  if (input.photo !== null || input.product !== null)
    return [...bestFirst(pictured), ...inRounds(plainTries(plainWithPicture, input), ['any'])];
  return [...bestFirst(ofType), ...inRounds(plainTries(plainLastSteps, input), ['any'])];
}

/**
 * Returns the tries first for scenes that show the name of the brand, in all wordings, and then for the others. In each
 * wording, scenes that leave much of the canvas empty come last.
 */
export function bestFirst(tries: readonly Try[]): Candidate[] {
  const known = tries.map(drawnOnce);
  const only = (keeps: (scene: Scene, input: LayoutInput) => boolean): Try[] =>
    known.map((each) => ({ ...each, composition: filtered(each, keeps) }));
  return [true, false].flatMap((named) => {
    const [filled, others] = [true, false].map((full) =>
      only((scene, input) => isNamed(scene, input) === named && isFilled(scene, input) === full),
    );
    return wordings.flatMap((wording) => [...inRounds(filled ?? [], [wording]), ...inRounds(others ?? [], [wording])]);
  });
}

/** The closest crops are no better than an empty area. */
const isFilled = (scene: Scene, { attempt, format }: LayoutInput): boolean =>
  attempt !== lastResort && emptyIn(scene, format) <= emptyMax && !isAfloat(scene, format);

/** Share of the canvas below which a photo off all edges looks lost. */
const afloatBelow = 0.36;

/** Reports whether the largest photo is a small card that touches no edge of the canvas. */
function isAfloat({ layers }: Scene, { width, height }: Format): boolean {
  const photos = layers.flatMap((layer) => (layer.kind === 'photo' ? [layer.box] : []));
  const [largest] = photos.toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (largest === undefined || photos.length > 1) return false;
  const touches =
    largest.x <= 1 ||
    largest.y <= 1 ||
    largest.x + largest.width >= width - 1 ||
    largest.y + largest.height >= height - 1;
  return !touches && largest.width * largest.height < afloatBelow * width * height;
}

/** Composes the scene of a try only once. */
function drawnOnce({ composition, ...rest }: Try): Try {
  let scene: Scene | null | undefined;
  return {
    ...rest,
    composition: {
      ...composition,
      draw: (input) => {
        if (scene === undefined) scene = composition.draw(input);
        return scene;
      },
    },
  };
}

const filtered = ({ composition }: Try, keeps: (scene: Scene, input: LayoutInput) => boolean): Try['composition'] => ({
  ...composition,
  draw(input) {
    const scene = composition.draw(input);
    return scene !== null && keeps(scene, input) ? scene : null;
  },
});

/**
 * Returns the layouts that suit the ad, best first. Each layout is followed by a variant of itself that passes the
 * quality checks more easily. `statement` is returned separately, because it is the only layout without a picture.
 */
function ranked(brief: Brief, input: LayoutInput): { pictured: Try[]; ofType: Try[] } {
  const look = brief.look ?? seededLook(brief);
  const suiting = suitingLayouts(brief, input)
    .map(({ layout }) => layout)
    .toSorted((a, b) => placeIn(look, a.name) - placeIn(look, b.name));
  const twice = (composition: Try['composition']): Try[] => [0, 1].map((attempt) => ({ composition, attempt }));
  const pictured = suiting.filter((layout) => layout !== statement);
  return {
    pictured: [...pictured.flatMap(twice), ...pictured.map((composition) => ({ composition, attempt: lastResort }))],
    ofType: suiting.filter((layout) => layout === statement).flatMap(twice),
  };
}

/**
 * Place of a layout among those of the look; the others come after them. One with a ground of its own comes last unless
 * it is the first one, because the ads of a job have one ground.
 */
function placeIn({ layouts: chosen }: Look, name: string): number {
  const at = chosen.indexOf(name);
  if (at > 0 && hasOwnGround(name)) return Infinity;
  return at < 0 ? chosen.length : at;
}

export function inputFor(
  brief: Brief,
  format: Format,
  { materials, type }: { materials: Materials; type: Typesetter },
): LayoutInput {
  const { seed, kit, tone, noText } = brief;
  const { theme, ground, variant } = brief.look ?? seededLook(brief);
  const free = variant === 0 ? seed : `${seed} ${variant}`;
  return {
    ...materials,
    format,
    type,
    roles: kit[theme],
    otherRoles: kit[theme === 'light' ? 'dark' : 'light'],
    fixedTheme: brief.direction.ground !== undefined,
    groundStyle: ground,
    tone,
    noText,
    language: brief.language,
    largest: brief.direction.largest,
    choose: (purpose, choices) => seededChoice(free, purpose, choices) ?? choices[0],
    rtl: type.face.writingSystem.direction === 'rtl',
    attempt: 0,
    shape: brandShape(tone, seed),
    index: 0,
    repeats: 0,
    floor: floorOf(format),
    captionPlace: null,
  };
}
