import { pino } from 'pino';
import { adTypeOf } from '../../../src/ads/known-types.ts';
import type { Egress } from '../../../src/egress/port.ts';
import type { BrandExtract } from '../../../src/schema/brand.ts';
import { camelKeys } from '../../../src/schema/camel.ts';
import { previousAttempt, type StageInput } from '../../../src/schema/stage-contract.ts';
import type { StageContext } from '../../../src/stages/stage.ts';
import { storedEgress } from '../network/stored-egress.ts';

export interface StageScene {
  stage: string;
  /** Request body as a client sends it, without `callback_url`. For `type` `video_ad`, it is a video request. */
  request: unknown;
  type?: 'image_ad' | 'video_ad';
  jobId?: string;
  egress?: Egress;
  /** Output of the onboarding stage, or the message of its failure. */
  brand?: BrandExtract | string;
  concept?: unknown;
  /** Output of the script stage. */
  script?: unknown;
  /** Files of the first attempt; the stage is then the second. */
  previous?: ReadonlyMap<string, Buffer>;
  /** Folder of the network that finds subjects. Default: none is installed. */
  cutoutDir?: string;
}

export interface InMemoryStage {
  context: StageContext;
  /** Files that the stage wrote, by name. */
  written: Map<string, Buffer>;
}

/**
 * Returns the context of a stage that needs no disk or network: `scene` has its inputs, and memory keeps its outputs.
 */
export function inMemoryStage(scene: StageScene): InMemoryStage {
  const { stage, request, jobId = '0190f5a0-0000-7000-8000-000000000001', cutoutDir = '/nowhere' } = scene;
  const inputs = inputsOf(scene);
  const written = new Map<string, Buffer>();
  const file = { kind: 'file' as const, path: '/nowhere' };
  const input: StageInput = {
    jobId,
    stage,
    attempt: scene.previous === undefined ? 1 : 2,
    inputs: {},
    outputs: {},
    result: file,
    earlier: { onboarding: onboardingEnd(scene.brand) },
  };
  const context: StageContext = {
    input,
    ...given(scene.type ?? 'image_ad', request),
    read: (name) => Promise.resolve(inputs.get(name)),
    write: (name, bytes) => {
      written.set(name, bytes);
      return Promise.resolve();
    },
    egress: scene.egress ?? storedEgress({}),
    cutoutDir,
    voicesDir: '/nowhere',
    browser: { wanted: 'off', path: '', socket: '' },
    logger: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  };
  return { context, written };
}

function inputsOf(scene: StageScene): Map<string, Buffer> {
  const inputs = new Map<string, Buffer>();
  if (typeof scene.brand === 'object') inputs.set('onboarding/brand.json', Buffer.from(JSON.stringify(scene.brand)));
  if (scene.concept !== undefined) inputs.set('concept/concept.json', Buffer.from(JSON.stringify(scene.concept)));
  if (scene.script !== undefined) inputs.set('script/script.json', Buffer.from(JSON.stringify(scene.script)));
  for (const [name, bytes] of scene.previous ?? []) inputs.set(`${previousAttempt}/${name}`, bytes);
  return inputs;
}

function given(name: 'image_ad' | 'video_ad', body: unknown): Pick<StageContext, 'ad' | 'request'> {
  const type = adTypeOf(name);
  const ad = camelKeys(type?.request.parse(body));
  const request = type?.adRequest({ type: name, [type.field]: ad });
  if (request === undefined) throw new Error('The scene has no request.');
  return { ad, request };
}

function onboardingEnd(brand: StageScene['brand']): StageInput['earlier'][string] {
  if (brand === undefined) return { state: 'Skipped' };
  return typeof brand === 'string' ? { state: 'Failed', message: brand } : { state: 'Succeeded' };
}
