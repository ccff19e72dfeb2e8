import type { QualityCheck } from '../brief.ts';
import { cropUnder } from '../photo/crop.ts';
import type { WeightGrid } from '../photo/weight-grid.ts';
import { type Box, intersection, partOf } from '../box.ts';
import { elementsOf } from './elements.ts';
import type { Proof, Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Maximum share of a photo's subject, 0 to 1, that texts, buttons and logo may cover. A small share is allowed, because
 * fringes and shadows may be wrongly detected as a part of the subject.
 */
const subjectMax = 0.05;
/** Maximum share of a single text, button or logo, 0 to 1, that may lie on the subject of a photo. */
const textMax = 0.1;

/**
 * Checks that texts, buttons and logo do not cover the subject of a photo. The reported value is the covered share, in
 * percent, of the part of the subject that is visible in the ad.
 */
export const subjectCovered: Rule = (proof) => {
  const found = photosOf(proof).map(({ subject, under, onAd }) =>
    onAd <= 1e-3 ? 0 : under.reduce((sum, part) => sum + subject.in(part), 0) / onAd,
  );
  return verdict('subject_covered', found, subjectMax);
};

/**
 * Checks that no text, button or logo lies on the subject of a photo. The reported value is the largest share of a
 * text, button or logo, in percent, that lies on the subject.
 */
export const textOnSubject: Rule = (proof) => {
  const found = photosOf(proof).flatMap(({ subject, under }) => under.map((part) => subject.share(part)));
  return verdict('text_on_subject', found, textMax);
};

function verdict(check: string, found: readonly number[], limit: number): QualityCheck | null {
  if (found.length === 0) return null;
  const worst = Math.max(...found);
  return { check, value: round(worst * 100), limit: limit * 100, passed: worst <= limit };
}

interface Judged {
  subject: WeightGrid;
  onAd: number;
  /** Boxes of the texts, buttons and logo that lie over the photo, in fractions of the photo's width and height. */
  under: Box[];
}

function photosOf(proof: Proof): Judged[] {
  const over = elementsOf(proof).filter(({ kind }) => kind !== 'photo' && kind !== 'product');
  return proof.scene.layers
    .filter((layer) => layer.kind === 'photo')
    .map(({ box, crop, picture }) => {
      const { subject } = picture.analysis;
      const seen = over
        .map((each) => intersection(each.box, box))
        .filter(({ width, height }) => width > 0 && height > 0);
      const under = seen.map((each) => cropUnder({ crop, box }, each));
      return { subject, onAd: subject.in(partOf(crop, picture)), under: under.map((part) => partOf(part, picture)) };
    });
}
