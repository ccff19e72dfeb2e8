import type { JobErrorCode } from '../errors/job-errors.ts';
import { parseAspectRatios } from '../schema/aspect-ratio.ts';
import type { AdJobSpec, JobType } from '../schema/adjob.ts';
import { briefFiles } from '../schema/brief-file.ts';
import { madeFileName } from '../schema/made-file.ts';
import { givenPages } from './given-pages.ts';

export interface StageDefinition {
  name: string;
  optional: boolean;
  skippedWhen(spec: AdJobSpec): string | undefined;
  /**
   * Files of earlier stages that the stage may read, as `<stage>/<file>`. The files of an earlier stage that did not
   * succeed are missing.
   */
  inputs: readonly string[];
  /** Returns the names of the files that the stage may write in addition to `result.json`. */
  outputs(spec: AdJobSpec): string[];
  /**
   * Files that the second attempt may read from the first, besides its inputs, so that it continues with the same brief.
   */
  carriedOver?: readonly string[];
  /** Error code of the job if the stage fails every time without reporting a code. */
  fallbackCode: JobErrorCode;
  deadlineSeconds: number;
  /**
   * Memory limit of the stage as a local process, with its child processes, in MiB. On a cluster, the chart sets the
   * limit of the pod.
   */
  memoryMebibytes: number;
}

/** Memory limit of most stages. The worst case that was measured, three 4K images of noise, needs up to 385 MiB. */
const usualMemoryMebibytes = 512;
/**
 * Memory limit of the stage that reads web pages: 512 MiB, and a browser that is stopped at 1,000 MiB. The launcher
 * counts memory that the processes of the browser share once for each of them.
 */
const onboardingMemoryMebibytes = 2_048;
/** Memory limit of the video stage, which runs the encoder and a model for the voice. */
const filmMemoryMebibytes = 1_000;

/** Files that every stage that draws writes: its brief, and a description of what it drew. */
const drawnFiles = [...Object.values(briefFiles), madeFileName];

const never = (): undefined => undefined;

export const onboardingStage = 'onboarding';

const onboarding: StageDefinition = {
  name: onboardingStage,
  optional: true,
  skippedWhen: (spec) => (givenPages(spec).length > 0 ? undefined : 'Neither brand_url nor product_url was given.'),
  inputs: [],
  outputs: () => ['brand.json'],
  fallbackCode: 'internal',
  deadlineSeconds: 60,
  memoryMebibytes: onboardingMemoryMebibytes,
};

const concept: StageDefinition = {
  name: 'concept',
  optional: true,
  skippedWhen: (spec) =>
    spec.image?.generationMetadata.userDirection === undefined ? undefined : 'user_direction was given.',
  inputs: ['onboarding/brand.json'],
  outputs: () => ['concept.json'],
  fallbackCode: 'internal',
  deadlineSeconds: 60,
  memoryMebibytes: usualMemoryMebibytes,
};

const image: StageDefinition = {
  name: 'image',
  optional: false,
  skippedWhen: never,
  inputs: ['onboarding/brand.json', 'concept/concept.json'],
  outputs: (spec) => [...drawnFiles, ...imageRatios(spec).map((_, index) => `ad-${index + 1}.png`)],
  carriedOver: Object.values(briefFiles),
  fallbackCode: 'image_model_error',
  deadlineSeconds: 300,
  memoryMebibytes: usualMemoryMebibytes,
};

const script: StageDefinition = {
  name: 'script',
  optional: false,
  skippedWhen: never,
  inputs: ['onboarding/brand.json'],
  outputs: () => ['script.json'],
  fallbackCode: 'internal',
  deadlineSeconds: 120,
  memoryMebibytes: usualMemoryMebibytes,
};

const video: StageDefinition = {
  name: 'video',
  optional: false,
  skippedWhen: never,
  inputs: ['onboarding/brand.json', 'script/script.json'],
  outputs: () => [...drawnFiles, 'ad.mp4', 'thumbnail.jpg', 'captions.vtt'],
  carriedOver: Object.values(briefFiles),
  fallbackCode: 'video_model_error',
  deadlineSeconds: 600,
  memoryMebibytes: filmMemoryMebibytes,
};

/**
 * Stages (steps) of each job type, in the order in which they run. To add a type of ad, add an entry and its stages.
 */
export const pipelines: Record<JobType, readonly StageDefinition[]> = {
  image_ad: [onboarding, concept, image],
  video_ad: [onboarding, script, video],
};

const byType = new Map<string, readonly StageDefinition[]>(Object.entries(pipelines));

/**
 * Returns the stages of a job type. Returns an empty list for a type that this version does not know, because the
 * installed CRD may be newer and allow such a type.
 */
export function stagesOf(type: string): readonly StageDefinition[] {
  return byType.get(type) ?? [];
}

const allStages = new Map(Object.values(pipelines).flatMap((stages) => stages.map((stage) => [stage.name, stage])));

export const stageNames: readonly string[] = [...allStages.keys()];

export function memoryMebibytesOf(stage: string): number {
  return allStages.get(stage)?.memoryMebibytes ?? usualMemoryMebibytes;
}

export function isLastStage(type: JobType, stage: string): boolean {
  return pipelines[type].at(-1)?.name === stage;
}

export function imageRatios(spec: AdJobSpec) {
  return parseAspectRatios(spec.image?.generationMetadata.aspectRatios ?? '1:1');
}
