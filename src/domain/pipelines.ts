import type { JobErrorCode } from '../errors/job-errors.ts';
import { parseAspectRatios } from '../schema/aspect-ratio.ts';
import type { AdJobSpec, JobType } from '../schema/adjob.ts';
import { givenPages } from './given-pages.ts';

/** One stage of a pipeline, as data. What it does inside is in src/stages. */
export interface StageDefinition {
  name: string;
  /** May fail without failing the job. */
  optional: boolean;
  /** Why this request does not need the stage; undefined where it does. */
  skippedWhen(spec: AdJobSpec): string | undefined;
  /** Files of earlier stages it may read, `<stage>/<file>`; one whose stage did not succeed is left out. */
  inputs: readonly string[];
  /** Files it may write, beside `result.json`. */
  outputs(spec: AdJobSpec): string[];
  /** When the attempts are used up and the stage itself gave no code. */
  fallbackCode: JobErrorCode;
  /** Of one attempt, from its start. */
  deadlineSeconds: number;
}

const never = (): undefined => undefined;

/** The stage that reads the pages of a request. */
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

/** The stages of each type in their order. A new type of ad is a new row and its stages. */
export const pipelines: Record<JobType, readonly StageDefinition[]> = {
  image_ad: [onboarding, concept, image],
  video_ad: [onboarding, script, video],
};

const byType = new Map<string, readonly StageDefinition[]>(Object.entries(pipelines));

/** None of a type that this version does not know: a CRD may be newer than the program. */
export function stagesOf(type: string): readonly StageDefinition[] {
  return byType.get(type) ?? [];
}

/** What this version can make. A job of another type is admitted and ends `not_available`. */
export const availableTypes: readonly JobType[] = ['image_ad'];

/** The stage whose `response` is the job's. */
export function isLastStage(type: JobType, stage: string): boolean {
  return pipelines[type].at(-1)?.name === stage;
}

/** The ratios an image job asks for, in their order. */
export function imageRatios(spec: AdJobSpec) {
  return parseAspectRatios(spec.image?.generationMetadata.aspectRatios ?? '1:1');
}
