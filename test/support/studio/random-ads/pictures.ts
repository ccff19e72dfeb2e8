import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { madeLogoPng, madeLogoSvg, madePackshot, madePhoto } from '../made-pictures.ts';

/** Returns the URL of the picture that `picturePool` has under this name. */
export const pictureUrl = (name: string): string => `https://pictures.example/${name}`;

/** Returns one picture of each kind that a request may name, valid and broken, by file name. */
export async function picturePool(): Promise<Map<string, Buffer>> {
  const made = await Promise.all(
    Object.entries(makers).map(async ([name, make]): Promise<[string, Buffer]> => [name, await make()]),
  );
  return new Map(made);
}

/** Returns the names in the pool, and one name of a picture that does not exist. */
export const pictureNames = (): string[] => [...Object.keys(makers), 'missing.png'];

const sample = (name: string) => () => readFile(new URL(`../../../../examples/pictures/${name}`, import.meta.url));

type Color = readonly [number, number, number];

const flat = (width: number, height: number, [r, g, b]: Color, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r, g, b, alpha } } });

/** Draws an RGB picture from a function of the pixel position. */
function painted(width: number, height: number, colorAt: (x: number, y: number) => Color): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) pixels.set(colorAt(x, y), (y * width + x) * 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const grey = (level: number): Color => [level, level, level];

/** Returns a pseudo-random number from 0 to 255, always the same for the same arguments. */
const noise = (x: number, y: number, salt = 0): number => {
  const mixed = Math.imul(x * 374_761_393 + y * 668_265_263 + salt * 2_147_483_647, 1_274_126_177);
  return ((mixed ^ (mixed >>> 13)) >>> 7) & 255;
};

const patches = (x: number, y: number, salt: number): Color => [
  noise(x >> 6, y >> 6, salt),
  noise(x >> 6, y >> 6, salt + 1),
  noise(x >> 6, y >> 6, salt + 2),
];

const inDisc = (x: number, y: number, [cx, cy, radius]: Color) => Math.hypot(x - cx, y - cy) < radius;

const svgLogo = (color: string, ground = 'none') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100" viewBox="0 0 300 100"><rect width="300" height="100" fill="${ground}"/><circle cx="50" cy="50" r="34" fill="${color}"/><path d="M110 30h170v12H110zM110 58h120v12H110z" fill="${color}"/></svg>`,
  );

const png = (image: Sharp) => image.png().toBuffer();

const makers: Record<string, () => Promise<Buffer>> = {
  'lake.jpg': sample('mountain-lake.jpg'),
  'mug.jpg': sample('mug.jpg'),
  'photo-wide.jpg': () => madePhoto(900, 600),
  'photo-tall.jpg': () => madePhoto(700, 1300),
  'photo-small.jpg': () => madePhoto(330, 250),
  'photo-strip.jpg': () => madePhoto(2400, 260),
  'packshot.png': () => madePackshot(500, 700),
  'packshot-small.png': () => madePackshot(90, 120),
  'packshot-wide.png': () => madePackshot(1200, 300),
  'on-white.jpg': () =>
    painted(700, 700, (x, y) => (inDisc(x, y, [350, 380, 220]) ? [190, 40 + (x >> 3), 60] : grey(253)))
      .jpeg()
      .toBuffer(),
  'on-grey.png': () => png(painted(600, 800, (x, y) => (inDisc(x, y, [300, 400, 180]) ? grey(140) : grey(119)))),
  'pale-on-white.png': () => png(painted(600, 600, (x, y) => (inDisc(x, y, [300, 300, 180]) ? grey(242) : grey(255)))),
  'subject-middle.jpg': () =>
    painted(1000, 1000, (x, y) =>
      inDisc(x, y, [500, 500, 260]) ? [230, 60, 30] : [90 + (x >> 4), 120, 150 + (y >> 5)],
    )
      .jpeg()
      .toBuffer(),
  'noise.png': () => png(painted(600, 600, (x, y) => [noise(x, y), noise(x, y, 1), noise(x, y, 2)])),
  'busy.jpg': () =>
    painted(1200, 900, (x, y) => patches(x, y, 7))
      .jpeg()
      .toBuffer(),
  'busy-logo.png': () => png(painted(600, 600, (x, y) => patches(x, y, 3))),
  'midtones.png': () => png(painted(600, 600, (x, y) => grey(96 + (noise(x >> 4, y >> 4) >> 2)))),
  'checkers.png': () => png(painted(512, 512, (x, y) => grey(((x >> 5) + (y >> 5)) % 2 === 0 ? 255 : 0))),
  'stripes.png': () => png(painted(800, 200, (x) => ((x >> 3) % 2 === 0 ? [20, 120, 220] : [240, 240, 90]))),
  'gradient.png': () => png(painted(800, 800, (x, y) => [x >> 2, y >> 2, 128])),
  'white.png': () => png(flat(500, 500, [255, 255, 255])),
  'black.jpg': () => flat(900, 900, [0, 0, 0]).jpeg().toBuffer(),
  'middle-grey.jpg': () => flat(900, 700, [119, 119, 119]).jpeg().toBuffer(),
  'nothing.png': () => png(flat(400, 400, [0, 0, 0], 0)),
  'half-there.png': () => png(flat(400, 400, [200, 30, 90], 0.3)),
  'dot.png': () => png(flat(1, 1, [255, 0, 0])),
  'tiny.png': () => png(flat(20, 14, [10, 90, 200])),
  'logo.svg': () => Promise.resolve(madeLogoSvg()),
  'logo-white.svg': () => Promise.resolve(svgLogo('#ffffff')),
  'logo-grey.svg': () => Promise.resolve(svgLogo('#777777')),
  'logo-yellow.svg': () => Promise.resolve(svgLogo('#ffe500')),
  'logo-tile.svg': () => Promise.resolve(svgLogo('#8a7f9a', '#6f6a80')),
  'logo.png': () => madeLogoPng(),
  'logo-long.png': () => madeLogoPng(1600, 60),
  'logo-post.png': () => madeLogoPng(60, 900),
  'cmyk.jpg': () =>
    painted(640, 480, (x, y) => [x >> 2, y >> 1, 90])
      .toColorspace('cmyk')
      .jpeg()
      .toBuffer(),
  'grey.png': () =>
    painted(500, 600, (x, y) => grey((x + y) >> 3))
      .toColorspace('b-w')
      .png()
      .toBuffer(),
  'turned.jpg': () =>
    painted(800, 500, (x, y) => [x >> 2, 80, y >> 1])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer(),
  'moving.gif': () =>
    painted(300, 300, (x, y) => patches(x, y, 11))
      .gif()
      .toBuffer(),
  'photo.webp': () =>
    painted(900, 900, (x, y) => patches(x >> 1, y >> 2, 5))
      .webp()
      .toBuffer(),
  'photo.avif': () =>
    painted(320, 320, (x, y) => [y >> 1, 140, x >> 1])
      .avif({ effort: 0 })
      .toBuffer(),
  'cut-off.jpg': async () => (await madePhoto(600, 400)).subarray(0, 4_000),
  'page.html': () => Promise.resolve(Buffer.from('<!doctype html><title>Sign in</title>')),
};
