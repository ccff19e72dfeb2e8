/**
 * Draws the pictures in `examples/pictures`: scenes and product photos for demos, the gallery and tests. They are
 * computed from formulas by ray marching, so that the repository contains no photographs under copyright. `node
 * scripts/draw-sample-pictures.ts [name ...]`.
 */
import { writeFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { draw } from './sample-pictures/march.ts';
import { dunes, lake, morning } from './sample-pictures/places.ts';
import { bottle, can, headphones, mug } from './sample-pictures/products.ts';

const jpeg = (picture: Sharp) =>
  picture.flatten({ background: '#fff' }).jpeg({ quality: 86, mozjpeg: true }).toBuffer();

const pictures: Record<string, () => Promise<Buffer>> = {
  'morning-table.jpg': () => jpeg(draw(morning, 1600, 1200)),
  'mountain-lake.jpg': () => jpeg(lake(1800, 1200)),
  'dunes.jpg': () => jpeg(dunes(1600, 1200)),
  'bottle.jpg': () => jpeg(draw(bottle, 1000, 1250)),
  'mug.jpg': () => jpeg(draw(mug, 1200, 1000)),
  'headphones.jpg': () => jpeg(draw(headphones, 1200, 1200)),
  'can-cutout.png': async () => {
    const drawn = await draw(can, 800, 1200).png().toBuffer();
    return sharp(drawn).trim().png({ palette: true, colors: 256, dither: 1 }).toBuffer();
  },
};

const wanted = process.argv.slice(2);
for (const [name, make] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const bytes = await make();
  writeFileSync(new URL(`../examples/pictures/${name}`, import.meta.url), bytes);
  console.log(name, bytes.length);
}
