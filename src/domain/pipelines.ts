import type { JobErrorCode } from '../errors/job-errors.ts';
import { parseAspectRatios } from '../schema/aspect-ratio.ts';
import type { AdJobSpec, JobType } from '../schema/adjob.ts';
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
  /** Error code of the job if the stage fails every time without reporting a code. */
  fallbackCode: JobErrorCode;
  deadlineSeconds: number;
}

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
};

const image: StageDefinition = {
  name: 'image',
  optional: false,
  skippedWhen: never,
  inputs: ['onboarding/brand.json', 'concept/concept.json'],
  outputs: (spec) => imageRatios(spec).map((_, index) => `ad-${index + 1}.png`),
  fallbackCode: 'image_model_error',
  deadlineSeconds: 300,
};

const script: StageDefinition = {
  name: 'script',
  optional: false,
  skippedWhen: never,
  inputs: ['onboarding/brand.json'],
  outputs: () => ['script.json'],
  fallbackCode: 'internal',
  deadlineSeconds: 120,
};

const video: StageDefinition = {
  name: 'video',
  optional: false,
  skippedWhen: never,
  inputs: ['onboarding/brand.json', 'script/script.json'],
  outputs: () => ['ad.mp4', 'thumbnail.jpg', 'captions.vtt'],
  fallbackCode: 'video_model_error',
  deadlineSeconds: 600,
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

/** Job types that this version can produce. A job of another type is accepted and then fails with `not_available`. */
export const availableTypes: readonly JobType[] = ['image_ad'];

export const availableStages: readonly string[] = [
  ...new Set(availableTypes.flatMap((type) => pipelines[type].map(({ name }) => name))),
];

export function isLastStage(type: JobType, stage: string): boolean {
  return pipelines[type].at(-1)?.name === stage;
}

export function imageRatios(spec: AdJobSpec) {
  return parseAspectRatios(spec.image?.generationMetadata.aspectRatios ?? '1:1');
}
