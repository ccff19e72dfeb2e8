import sharp from 'sharp';
import { adJobKind } from '../../../src/domain/kinds.ts';
import type { AdJob, AdJobSpec, AdJobStatus } from '../../../src/schema/adjob.ts';
import type { Installation } from '../installation/installation.ts';
import { createBoundJob } from '../installation/objects.ts';
import { imageSpec } from '../pipeline/build-job.ts';

const digits = '0'.repeat(32);

/** Contents of the files of a job, each with a default. */
export interface MadeFiles {
  /** Text that stands in every text of the files. */
  text?: (field: string) => string;
  /** The logo of the brief, by default a PNG. */
  logo?: Buffer;
}

/** Key of a file of the job's drawing stage. */
export function madeKey(jobId: string, file: string, folder = `image-1-${digits}`): string {
  return `jobs/${jobId}/${folder}/${file}`;
}

/** Creates a job that has succeeded, with the files of its stages: a picture of 300 × 200 pixels and its brief. */
export async function createMadeJob(
  home: Installation,
  { spec = {}, status = {}, files = {} }: { spec?: Partial<AdJobSpec>; status?: AdJobStatus; files?: MadeFiles } = {},
): Promise<AdJob> {
  const job = await createBoundJob(home, imageSpec(spec));
  const { name: jobId } = job.metadata;
  const { text = (field: string): string => field, logo = await picture(60, 20) } = files;
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  const font = Buffer.from('wOF2 and twelve more bytes');
  const materials = Buffer.concat([logo, font]);
  const stored: [string, Buffer][] = [
    ['ad-1.png', await picture(300, 200)],
    ['materials.bin', materials],
    ['brief.json', json(briefOf(jobId, { text, logo: logo.length, font: font.length, materials: materials.length }))],
    ['made.json', json({ pictures: [pictureFacts(text)], notes: [] })],
    ['result.json', json({})],
  ];
  for (const [file, bytes] of stored) await home.artifacts.put(madeKey(jobId, file), bytes);
  return home.store.patchStatus(adJobKind, job.metadata, { status: statusOf(jobId, text, status) });
}

function statusOf(jobId: string, text: (field: string) => string, more: AdJobStatus): AdJobStatus {
  const times = { startTime: '2026-11-26T10:00:01Z', completionTime: '2026-11-26T10:00:09Z' };
  return {
    ...{ phase: 'SUCCESS', jobId, ...times },
    stages: [{ name: 'image', state: 'Succeeded', attempt: 1, ...times, message: text('stage-message') }],
    response: { notes: [text('note')], brand: {} },
    credits: { required: 5, charged: 5 },
    ...more,
  };
}

function picture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
}

function pictureFacts(text: (field: string) => string) {
  const copy = { headline: text('headline'), subheadline: '', cta: text('cta'), offer: '', price: text('price') };
  return {
    ...{ file: 'ad-1.png', width: 300, height: 200, bytes: 900, sha256: 'ab', seed: 's', model: text('model') },
    ...{ degraded: false, copy, hasLogo: true, aspectRatio: '3:2', layout: text('layout') },
    checks: [{ check: text('check'), value: 1, limit: 2, passed: true }],
    dropped: [text('dropped')],
    shown: { role: 'product', alt: text('shown-alt') },
    altText: text('alt-text'),
    places: { safe: { x: 5, y: 5, width: 290, height: 190 }, elements: [] },
  };
}

interface BriefFacts {
  text: (field: string) => string;
  logo: number;
  font: number;
  materials: number;
}

function briefOf(jobId: string, { text, logo, font, materials }: BriefFacts) {
  const colors = { surface: '#ffffff', ink: '#000000', primary: '#336699', onPrimary: '#ffffff' };
  const roles = { ...colors, accent: '#996633', muted: '#888888' };
  const stored = { width: 60, height: 20, hasAlpha: false, part: { offset: 0, bytes: logo } };
  return {
    ...{ format: 1, program: '0', architecture: 'x64', jobId, stage: 'image' },
    materials: { bytes: materials, sha256: '' },
    brief: {
      ...{ seed: 's', language: 'en', concept: text('concept'), tone: 'bold', facts: [text('fact')], noText: false },
      copy: { headline: '', subheadline: '', cta: '', offer: '', price: '' },
      kit: {
        ...{ name: text('brand-name'), light: roles, dark: roles, prefers: 'light' },
        fonts: [{ family: text('font-family'), part: { offset: logo, bytes: font } }],
        families: [text('bundled-family')],
        logo: { ...stored, role: 'logo', alt: null },
      },
      pictures: [{ ...stored, role: 'product', alt: text('picture-alt') }],
    },
    direction: text('direction'),
    evidence: evidenceOf(text),
    notes: [],
    wanted: {},
  };
}

function evidenceOf(text: (field: string) => string) {
  const known = { source: 'page', confidence: 0.5 };
  return {
    name: text('evidence-name'),
    colors: [{ hex: '#336699', label: text('color-label'), role: 'primary', ...known }],
    fonts: [{ family: text('evidence-family'), url: text('font-url'), ...known }],
    logo: { url: text('logo-url'), ...known },
    headlines: [{ text: text('page-headline'), source: 'page' }],
    ctas: [{ text: text('page-cta'), source: 'page' }],
    product: {
      ...{ name: text('product-name'), description: text('product-text'), price: text('product-price') },
      ...{ currency: null, images: [], source: 'page' },
    },
    onboarding: 'done',
  };
}
