import type { BrandFont } from '../../../schema/brand.ts';
import { facts, type Evidence } from '../evidence.ts';
import type { FontValue } from '../findings.ts';
import { foldText } from '../text.ts';
import { candidates, ranked, type Candidate } from './candidates.ts';
import { fontModel } from './weights/font.ts';

const fontsMax = 6;

/** Matches families that a page often has by chance, such as that of a browser without styles. */
const ordinary = /^(?:times|courier|arial$)/i;

const keyOf = ({ family }: FontValue): string => foldText(family).replaceAll(' ', '');

/**
 * Returns the families of a page. One that the source declares but that sets no painted text is left out: it is unused,
 * or a font of icons.
 */
export function fontCandidates(found: readonly Evidence<FontValue>[]): Candidate<FontValue>[] {
  const isPainted = found.some(({ source }) => source === 'painted');
  return candidates(found, keyOf)
    .filter(({ features }) => !isPainted || 'painted' in features)
    .map((one) => ({
      ...one,
      features: { ...one.features, ...facts({ ordinary: ordinary.test(one.value.family) }) },
    }));
}

/** Returns the families of the brand, the most probable first, with each of their files. */
export function brandFonts(found: readonly Evidence<FontValue>[]): BrandFont[] {
  const files = Map.groupBy(found, ({ value }) => keyOf(value));
  return ranked(fontCandidates(found), fontModel)
    .flatMap(({ value, source, confidence }): BrandFont[] => {
      const urls = [...new Set((files.get(keyOf(value)) ?? []).flatMap((one) => one.value.url ?? []))];
      const font = { family: value.family, source, confidence: Math.round(confidence * 100) / 100 };
      return (urls.length === 0 ? [null] : urls).map((url) => ({ ...font, url }));
    })
    .slice(0, fontsMax);
}
