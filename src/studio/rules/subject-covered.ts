import { partOf } from '../photo/crop.ts';
import type { Box, Layer } from '../scene.ts';
import { elementsOf } from './elements.ts';
import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/** The part of a photo's subject that may lie under words: a fringe, what was taken for subject and is its shadow. */
const partMax = 0.05;

/** No text, button or mark lies on a photo's subject. The value is the part of the subject on the ad that is under them, in percent. */
export const subjectCovered: Rule = {
  name: 'subject_covered',
  check(proof) {
    const photos = proof.scene.layers.filter((layer) => layer.kind === 'photo');
    if (photos.length === 0) return null;
    const over = elementsOf(proof).filter(({ kind }) => kind === 'text' || kind === 'button' || kind === 'logo');
    const worst = Math.max(
      ...photos.map((photo) =>
        coveredOf(
          photo,
          over.map(({ box }) => box),
        ),
      ),
    );
    return { check: 'subject_covered', value: round(worst * 100), limit: partMax * 100, passed: worst <= partMax };
  },
};

function coveredOf({ box, crop, picture }: Extract<Layer, { kind: 'photo' }>, over: readonly Box[]): number {
  const { subject } = picture.analysis;
  const onAd = subject.in(partOf(crop, picture));
  if (onAd <= 1e-3) return 0;
  const scale = crop.width / box.width;
  const under = over
    .map((each) => within(each, box))
    .map((each) => ({
      x: crop.x + (each.x - box.x) * scale,
      y: crop.y + (each.y - box.y) * scale,
      width: each.width * scale,
      height: each.height * scale,
    }));
  return under.reduce((sum, part) => sum + subject.in(partOf(part, picture)), 0) / onAd;
}

/** The part of a box that lies in another. */
function within(box: Box, other: Box): Box {
  const [x, y] = [Math.max(box.x, other.x), Math.max(box.y, other.y)];
  const right = Math.min(box.x + box.width, other.x + other.width);
  const bottom = Math.min(box.y + box.height, other.y + other.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}
