import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { artifactKey, attemptLogKey } from '../../../src/domain/artifact-keys.ts';
import type { ArtifactStore } from '../../../src/artifacts/port.ts';
import type { SampleBrand } from './sample-brands.ts';

export interface SamplePicture {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Returns the picture of the ads of a brand, as it is in the documentation. */
export async function samplePicture({ picture }: SampleBrand): Promise<SamplePicture> {
  const file = readFileSync(new URL(`../../../docs/images/${picture}.jpg`, import.meta.url));
  const { data, info } = await sharp(file).png().toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

interface Made {
  jobId: string;
  folder: string;
  brand: SampleBrand;
  picture: SamplePicture;
}

/** Stores the files of a finished job: the picture, what it was drawn from, its checks, and the log of the stage. */
export async function storeFiles(artifacts: Pick<ArtifactStore, 'put'>, made: Made): Promise<void> {
  const { jobId, folder, brand, picture } = made;
  const logo = await logoOf(brand);
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  const files: [string, Buffer][] = [
    ['ad-1.png', picture.bytes],
    ['materials.bin', logo],
    ['brief.json', json(briefOf(made, logo))],
    ['made.json', json({ pictures: [factsOf(made)], notes: [] })],
    ['result.json', json({})],
  ];
  for (const [name, bytes] of files) await artifacts.put(artifactKey(jobId, folder, name), bytes);
  const log = [`drawing ${brand.aspectRatio}`, `layout ${brand.layout}`, 'all checks passed'];
  await artifacts.put(attemptLogKey(jobId, 'image', 1), Buffer.from(`${log.join('\n')}\n`));
}

/** Two rings in the main colour of the brand. */
function logoOf({ colors: { primary } }: SampleBrand): Promise<Buffer> {
  const ring = (x: number): string =>
    `<circle cx="${x}" cy="40" r="30" fill="none" stroke="${primary}" stroke-width="8"/>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80">${ring(40)}${ring(80)}</svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function factsOf({ jobId, brand, picture: { width, height, bytes } }: Made) {
  const check = (name: string, value: number, limit: number) => ({ check: name, value, limit, passed: true });
  const inset = Math.round(width * 0.05);
  return {
    ...{ file: 'ad-1.png', width, height, bytes: bytes.length, sha256: hashOf(bytes), seed: jobId.slice(-12) },
    ...{ model: 'adwright-studio', degraded: false, hasLogo: true, dropped: [], copy: brand.copy },
    ...{ aspectRatio: brand.aspectRatio, layout: brand.layout, altText: brand.altText },
    checks: [check('text_contrast', 7.4, 4.5), check('smallest_text', 2.9, 2.4), check('logo_parts', 0.02, 0.2)],
    shown: { role: 'product', alt: brand.product },
    places: { safe: { x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset }, elements: [] },
  };
}

function briefOf({ jobId, brand }: Made, logo: Buffer) {
  const { colors, displayName, family, copy, concept, tone, description } = brand;
  const part = { offset: 0, bytes: logo.length };
  return {
    ...{ format: 1, program: 'adwright/0.1.0', architecture: 'x64', jobId, stage: 'image' },
    materials: { bytes: logo.length, sha256: hashOf(logo) },
    brief: {
      ...{ seed: jobId.slice(-12), language: 'en', concept, tone, facts: [description], noText: false, copy },
      kit: {
        ...{ name: displayName, light: colors, dark: { ...colors, surface: colors.ink, ink: colors.surface } },
        ...{ prefers: 'light', fonts: [], families: [family] },
        logo: { part, width: 120, height: 80, role: 'logo', hasAlpha: true, alt: null },
      },
      pictures: [],
    },
    ...{ direction: null, evidence: evidenceOf(brand), notes: [], wanted: {} },
  };
}

/** What is known of a brand, with the source of each value. */
export function evidenceOf({ name, displayName, product, description, copy, colors, family }: SampleBrand) {
  const page = `https://www.${name}.example`;
  const color = (hex: string, role: string) => ({ hex, label: null, role, source: 'stylesheet', confidence: 0.9 });
  return {
    name: displayName,
    colors: [color(colors.primary, 'primary'), color(colors.surface, 'surface'), color(colors.accent, 'accent')],
    fonts: [{ family, url: null, source: 'stylesheet', confidence: 0.8 }],
    logo: { url: `${page}/logo.png`, source: 'json-ld', confidence: 0.95 },
    headlines: [{ text: copy.headline, source: 'page' }],
    ctas: [{ text: copy.cta, source: 'page' }],
    product: { name: product, description, price: null, currency: null, images: [], source: 'json-ld' },
    onboarding: 'done',
  };
}
