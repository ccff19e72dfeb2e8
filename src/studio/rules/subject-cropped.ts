import { cutsOf, worstOf } from '../photo/subject-cuts.ts';
import { isCloseUp, keepsSubject } from '../photo/kept-subject.ts';
import type { LayerOf } from '../scene.ts';
import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Checks that no crop of a photo cuts its subject by accident. The reported value is the largest part of the width or
 * height of the subject, in percent, that a crop cuts off at an edge at which the photo does not cut it. A round portrait
 * and a close-up show a part of the subject on purpose.
 */
export const subjectCropped: Rule = ({ scene }) => {
  const photos = scene.layers.filter((layer) => layer.kind === 'photo').filter((photo) => !isPartOnPurpose(photo));
  if (photos.length === 0) return null;
  const worst = Math.max(...photos.map(({ picture, crop }) => worstOf(cutsOf(picture, crop))));
  const passed = photos.every(({ picture, crop }) => keepsSubject(picture, crop));
  return { check: 'subject_cropped', value: round(worst * 100), limit: limitPercent, passed };
};

/** Part of a product that a crop may cut off at the foot, in percent. */
const limitPercent = 3;

const isPartOnPurpose = ({ picture, crop, box, radius }: LayerOf<'photo'>): boolean =>
  radius >= Math.min(box.width, box.height) / 2 ? cutsOf(picture, crop).top === 0 : isCloseUp(picture, crop);
