import sharp from 'sharp';

/** Draws a picture like a photo: a gradient with grain, which the studio does not take for a drawing. */
export async function madePhoto(width: number, height: number): Promise<Buffer> {
  return sharp(grain(width, height, 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** Draws a coloured, shaded body on a transparent ground, like a cut-out photo of a product. */
export async function madePackshot(width: number, height: number): Promise<Buffer> {
  const pixels = grain(width, height, 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const inside = Math.hypot((x / width - 0.5) / 0.3, (y / height - 0.5) / 0.42) < 1;
      pixels[(y * width + x) * 4 + 3] = inside ? 255 : 0;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

/** Returns a logo as SVG: two flat shapes on a transparent ground. */
export function madeLogoSvg(color = '#0a7a5a'): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><circle cx="20" cy="20" r="16" fill="${color}"/><rect x="48" y="10" width="64" height="20" fill="${color}"/></svg>`,
  );
}

export async function madeLogoPng(width = 240, height = 80): Promise<Buffer> {
  return sharp(madeLogoSvg()).resize(width, height).png().toBuffer();
}

function grain(width: number, height: number, channels: 3 | 4): Buffer {
  const pixels = Buffer.alloc(width * height * channels);
  let state = 1;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const slope = (at / pixels.length) * 150;
    pixels[at] = Math.min(255, slope + 40 * (at % channels) + (state >>> 28));
  }
  return pixels;
}
