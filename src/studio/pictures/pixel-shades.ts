/** A colour with its share (0 to 1) of the visible pixels of a picture. */
export interface Shade {
  hex: string;
  share: number;
}

/**
 * Returns the colours of a picture file, largest share first, from a copy with at most `sidePx` pixels on a side. Throws
 * if the file cannot be decoded.
 */
export async function pictureShades(bytes: Buffer, sidePx: number): Promise<Shade[]> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  const pixels = await sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'none', pages: 1 })
    .timeout({ seconds: 5 })
    // Nearest-neighbour sampling does not create mixed colours.
    .resize(sidePx, sidePx, { fit: 'inside', kernel: 'nearest', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer();
  return pixelShades(pixels);
}

const pixelsMax = 50_000_000;

/**
 * Returns the colours of RGBA pixels, largest share first. Colours whose channels have the same upper four bits are
 * averaged. Mostly transparent pixels are ignored.
 */
export function pixelShades(pixels: Uint8Array): Shade[] {
  const bins = new Map<number, [count: number, red: number, green: number, blue: number]>();
  let seen = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 200) continue;
    seen += 1;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const [count, reds, greens, blues] = bins.get(key) ?? [0, 0, 0, 0];
    bins.set(key, [count + 1, reds + red, greens + green, blues + blue]);
  }
  return [...bins.values()]
    .map(([count, ...sums]) => ({ hex: hexOfMean(sums, count), share: count / seen }))
    .sort((one, other) => other.share - one.share);
}

const hexOfMean = (sums: number[], count: number): string =>
  `#${Buffer.from(sums.map((sum) => Math.round(sum / count))).toString('hex')}`;
