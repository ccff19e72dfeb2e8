import sharp from 'sharp';
import type { Picture } from '../brief.ts';

/**
 * Reports whether a picture without a label is a logo: few flat colours on a transparent or plain background. A product
 * has many colours, and a photo has no plain background.
 */
export async function looksLikeLogo({ bytes }: Pick<Picture, 'bytes'>): Promise<boolean> {
  const { data, info } = await sharp(bytes)
    .resize(64, 64, { fit: 'inside', kernel: 'nearest' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts = new Map<string, number>();
  for (let at = 0; at < data.length; at += 4) {
    const color = colorKey(data.subarray(at, at + 4));
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const pixels = info.width * info.height;
  const [ground = 0, ...marks] = [...counts.values()].sort((a, b) => b - a);
  const inked = pixels - ground;
  const flat = marks.slice(0, 5).reduce((sum, count) => sum + count, 0);
  return ground / pixels >= 0.3 && inked / pixels >= 0.02 && flat / inked >= 0.7;
}

function colorKey([red = 0, green = 0, blue = 0, alpha = 0]: Buffer): string {
  return alpha < 64 ? 'nothing' : [red, green, blue].map((value) => value >> 4).join();
}
