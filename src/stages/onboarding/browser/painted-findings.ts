import { pixelShades, type Shade } from '../../../studio/pictures/pixel-shades.ts';
import { currencyHints } from '../currency-hints.ts';
import type { Findings } from '../findings.ts';
import type { Page } from '../page.ts';
import { colorGrid, type Pixels } from './color-grid.ts';
import type { PageFacts, PaintedPicture } from './facts.ts';
import type { PaintedPage } from './paint-page.ts';
import { paintedColors, picturesRule } from './painted-colors.ts';
import { isPictureSized, paintedLogoEvidence, rankPaintedLogos } from './painted-logos.ts';
import { paintedPictures } from './painted-pictures.ts';
import { paintedPrices, paintedProductNames } from './painted-product.ts';
import { paintedNames } from './painted-names.ts';
import { paintedCalls, paintedFonts, paintedHeadlines, paintedSupports } from './painted-words.ts';

const pixelsMax = 4_000_000;

/** Decodes the screenshot. Throws if it is not a picture of a plausible size. */
async function pixelsOf(screenshot: Buffer): Promise<Pixels> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  const { data, info } = await sharp(screenshot, { limitInputPixels: pixelsMax, failOn: 'error' })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

function crop(
  { data, width, height, channels }: Pixels,
  box: Pick<PaintedPicture, 'x' | 'y' | 'width' | 'height'>,
): Uint8Array {
  const [left, right] = [box.x, box.x + box.width].map((x) => Math.round(Math.max(0, Math.min(width, x))));
  const [top, bottom] = [box.y, box.y + box.height].map((y) => Math.round(Math.max(0, Math.min(height, y))));
  const rows: Uint8Array[] = [];
  for (let row = top ?? 0; row < (bottom ?? 0); row += 1)
    rows.push(data.subarray((row * width + (left ?? 0)) * channels, (row * width + (right ?? 0)) * channels));
  return Buffer.concat(rows);
}

/** Returns every fourth pixel of every fourth row. */
function sampled({ data, width, height, channels }: Pixels): Uint8Array {
  const kept = new Uint8Array(Math.ceil(width / 4) * Math.ceil(height / 4) * channels);
  let to = 0;
  for (let y = 0; y < height; y += 4)
    for (let x = 0; x < width; x += 4, to += channels) {
      const from = (y * width + x) * channels;
      kept.set(data.subarray(from, from + channels), to);
    }
  return kept;
}

/** Reports whether at least a third of a logo lies on a much larger picture. */
function isOnPicture(logo: PaintedPicture, pictures: PaintedPicture[]): boolean {
  const area = logo.width * logo.height;
  return pictures.some((other) => {
    const width = Math.min(logo.x + logo.width, other.x + other.width) - Math.max(logo.x, other.x);
    const height = Math.min(logo.y + logo.height, other.y + other.height) - Math.max(logo.y, other.y);
    const isLarger = other.width * other.height > area * 4;
    return isLarger && width > 0 && height > 0 && width * height >= area / 3;
  });
}

/**
 * Returns the colours of the painted logo, largest share first. A colour that covers more than 40 % of the logo's box
 * is taken for the background and comes last. The colours are read from the screenshot, so the logo may be an SVG or a
 * bitmap. A logo that fills the hero of the page has none, because it may contain a photo, and neither has a logo on a
 * picture, whose colours would be among them.
 */
function logoShades(pixels: Pixels, logo: PaintedPicture | undefined, pictures: PaintedPicture[]): Shade[] {
  if (logo === undefined || isPictureSized(logo) || isOnPicture(logo, pictures)) return [];
  const shades = pixelShades(crop(pixels, logo));
  const [ground] = shades;
  return ground !== undefined && ground.share > 0.4 ? [...shades.slice(1), ground] : shades;
}

/** Returns what the painted page of a product says about the product. */
function productFindings(facts: PageFacts, page: Page): Partial<Findings> {
  const hints = currencyHints(page);
  return {
    productNames: paintedProductNames(facts, hints),
    prices: paintedPrices(facts, hints),
  };
}

/** Returns what a painted page says about the brand and the product. */
export async function paintedFindings(painted: PaintedPage, page: Page): Promise<Partial<Findings>> {
  const { facts, screenshot } = painted;
  const pixels = await pixelsOf(screenshot);
  const logos = rankPaintedLogos(facts, page);
  const best = logos[0]?.value.picture;
  const grid = colorGrid(pixels, facts);
  const colors = paintedColors({
    facts,
    grid,
    logo: logoShades(pixels, best, facts.pictures),
    screen: grid.pictureShare > picturesRule ? pixelShades(sampled(pixels)) : [],
  });
  return {
    names: paintedNames(facts, best, page),
    colors,
    logos: await paintedLogoEvidence(logos, painted, page.base),
    fonts: paintedFonts(facts),
    headlines: paintedHeadlines(facts),
    subheadlines: paintedSupports(facts),
    ctas: paintedCalls(facts),
    ...(page.role === 'product' && productFindings(facts, page)),
    pictures: paintedPictures(facts, page),
  };
}
