import type { Copy } from '../brief.ts';

/** Texts of a copy, in the order in which they are read. */
export const copyParts = ['headline', 'subheadline', 'cta', 'offer', 'price'] as const satisfies (keyof Copy)[];

/** Returns a copy with the text that `textOf` returns for each part. */
export function copyOf(textOf: (part: keyof Copy) => string): Copy {
  return {
    headline: textOf('headline'),
    subheadline: textOf('subheadline'),
    cta: textOf('cta'),
    offer: textOf('offer'),
    price: textOf('price'),
  };
}

/** Returns the texts of a copy that are drawn; `''` for each of the other texts. */
export const drawnCopy = (copy: Copy, isDrawn: (part: keyof Copy) => boolean): Copy =>
  copyOf((part) => (isDrawn(part) ? copy[part] : ''));

export const noCopy: Copy = copyOf(() => '');
