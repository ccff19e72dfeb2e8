import { pino } from 'pino';
import type { Egress } from '../../src/egress/port.ts';
import type { BrandExtract } from '../../src/schema/brand.ts';
import { camelKeys } from '../../src/schema/camel.ts';
import { ImageAd } from '../../src/schema/image-request.ts';
import type { StageInput } from '../../src/schema/stage-contract.ts';
import type { StageContext } from '../../src/stages/stage.ts';
import { storedEgress } from './stored-egress.ts';

export interface StageScene {
  stage: string;
  /** An image request as a client sends it, without `callback_url`. */
  request: unknown;
  jobId?: string;
  egress?: Egress;
  /** Output of onboarding, or the message of its failure. */
  brand?: BrandExtract | string;
  concept?: unknown;
}

export interface InMemoryStage {
  context: StageContext;
  /** Files that the stage has written, by name. */
  written: Map<string, Buffer>;
}

/** Returns the context of a stage without disk and network: inputs are given, outputs are kept in memory. */
export function inMemoryStage(scene: StageScene): InMemoryStage {
  const { stage, request, jobId = '0190f5a0-0000-7000-8000-000000000001' } = scene;
  const inputs = new Map<string, Buffer>();
  if (typeof scene.brand === 'object') inputs.set('onboarding/brand.json', Buffer.from(JSON.stringify(scene.brand)));
  if (scene.concept !== undefined) inputs.set('concept/concept.json', Buffer.from(JSON.stringify(scene.concept)));
  const written = new Map<string, Buffer>();
  const file = { kind: 'file' as const, path: '/nowhere' };
  const input: StageInput = {
    jobId,
    stage,
    attempt: 1,
    inputs: {},
    outputs: {},
    result: file,
    earlier: { onboarding: onboardingEnd(scene.brand) },
  };
  const context: StageContext = {
    input,
    spec: { type: 'image_ad', accountRef: { name: 'acme' }, image: camelKeys(ImageAd.parse(request)) },
    read: (name) => Promise.resolve(inputs.get(name)),
    write: (name, bytes) => {
      written.set(name, bytes);
      return Promise.resolve();
    },
    egress: scene.egress ?? storedEgress({}),
    logger: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  };
  return { context, written };
}

function onboardingEnd(brand: StageScene['brand']): StageInput['earlier'][string] {
  if (brand === undefined) return { state: 'Skipped' };
  return typeof brand === 'string' ? { state: 'Failed', message: brand } : { state: 'Succeeded' };
}
