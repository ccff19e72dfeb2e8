import type { QualityCheck } from '../brief.ts';
import { empty } from './empty.ts';
import { enlargement } from './enlargement.ts';
import { glyphs } from './glyphs.ts';
import { logoParts } from './logo-parts.ts';
import { logoSpace } from './logo-space.ts';
import { noOverlap } from './no-overlap.ts';
import { productWhole } from './product-whole.ts';
import type { Proof, Rule } from './rule.ts';
import { safeArea } from './safe-area.ts';
import { subjectCropped } from './subject-cropped.ts';
import { subjectCovered, textOnSubject } from './subject-covered.ts';
import { textContrast } from './text-contrast.ts';
import { textSize } from './text-size.ts';
import { textWhole } from './text-whole.ts';

/** All quality checks. A new check must be added to this list. */
const rules: readonly Rule[] = [
  textContrast,
  textSize,
  textWhole,
  glyphs,
  noOverlap,
  safeArea,
  logoParts,
  logoSpace,
  productWhole,
  subjectCropped,
  subjectCovered,
  textOnSubject,
  enlargement,
  empty,
];

export function check(proof: Proof): QualityCheck[] {
  return rules.map((rule) => rule(proof)).filter((result) => result !== null);
}
