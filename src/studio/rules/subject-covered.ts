import type { QualityCheck } from '../brief.ts';
import type { Mass } from '../photo/mass.ts';
import { type Box, intersection, partOf } from '../box.ts';
import { elementsOf } from './elements.ts';
import type { Proof, Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Largest part of a photo's subject that may lie under text. It allows for a fringe, or for a shadow that was counted
 * as subject.
 */
const subjectMax = 0.05;
/** Largest part of one text, button or mark (logo or brand name) that may lie on the subject of a photo. */
const textMax = 0.1;

/**
 * Requires that text does not cover the subject of a photo. The value is the covered part of the subject visible in the
 * ad, in percent.
 */
export const subjectCovered: Rule = {
  name: 'subject_covered',
  check(proof) {
    const found = photosOf(proof).map(({ subject, under, onAd }) =>
      onAd <= 1e-3 ? 0 : under.reduce((sum, part) => sum + subject.in(part), 0) / onAd,
    );
    return verdict('subject_covered', found, subjectMax);
  },
};

/**
 * Requires that no text is on the subject of a photo. The value is the part of the worst text, button or mark (logo or
 * brand name) that lies on the subject, in percent.
 */
export const textOnSubject: Rule = {
  name: 'text_on_subject',
  check(proof) {
    const found = photosOf(proof).flatMap(({ subject, under }) => under.map((part) => subject.share(part)));
    return verdict('text_on_subject', found, textMax);
  },
};

/** Returns the result for the highest value found; null for an ad without a photo. */
function verdict(check: string, found: readonly number[], limit: number): QualityCheck | null {
  if (found.length === 0) return null;
  const worst = Math.max(...found);
  return { check, value: round(worst * 100), limit: limit * 100, passed: worst <= limit };
}

interface Judged {
  subject: Mass;
  /** Weight of the part of the subject that is inside the crop. */
  onAd: number;
  /** Boxes of the texts, buttons and marks (logo or brand name) over the photo, in parts of the picture. */
  under: Box[];
}

function photosOf(proof: Proof): Judged[] {
  const over = elementsOf(proof).filter(({ kind }) => kind === 'text' || kind === 'button' || kind === 'logo');
  return proof.scene.layers
    .filter((layer) => layer.kind === 'photo')
    .map(({ box, crop, picture }) => {
      const { subject } = picture.analysis;
      const scale = crop.width / box.width;
      const seen = over
        .map((each) => intersection(each.box, box))
        .filter(({ width, height }) => width > 0 && height > 0);
      const under = seen.map((each) => ({
        x: crop.x + (each.x - box.x) * scale,
        y: crop.y + (each.y - box.y) * scale,
        width: each.width * scale,
        height: each.height * scale,
      }));
      return { subject, onAd: subject.in(partOf(crop, picture)), under: under.map((part) => partOf(part, picture)) };
    });
}
