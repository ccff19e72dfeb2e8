import { cutoutsMax } from '../../models/model-use.ts';
import { parseAspectRatios } from '../../schema/aspect-ratio.ts';
import { briefFiles, drawnFiles } from '../../schema/drawn-files.ts';
import { onboarding } from '../onboarding.ts';
import { usualMemoryMebibytes, type StageOf } from '../stage-definition.ts';
import type { ImageAdSpec } from './request.ts';

const concept: StageOf<ImageAdSpec> = {
  name: 'concept',
  optional: true,
  skippedWhen: ({ generationMetadata }) =>
    generationMetadata.userDirection === undefined ? undefined : 'user_direction was given.',
  inputs: ['onboarding/brand.json'],
  outputs: () => ['concept.json'],
  models: [{ port: 'copywriter', units: 1 }],
  fallbackCode: 'internal',
  deadlineSeconds: 60,
  memoryMebibytes: usualMemoryMebibytes,
  load: async () => (await import('../../stages/concept/concept.ts')).concept,
};

/**
 * Memory limit of the stage that draws, in MiB. Without the network, the stage needs at most 385; the network needs 280
 * more for some seconds, in which the stage needs 300.
 */
const drawingMemoryMebibytes = 768;

const image: StageOf<ImageAdSpec> = {
  name: 'image',
  optional: false,
  inputs: ['onboarding/brand.json', 'concept/concept.json'],
  outputs: (ad) => [...drawnFiles, ...imageRatios(ad).map((_, index) => `ad-${index + 1}.png`)],
  carriedOver: Object.values(briefFiles),
  models: [
    { port: 'cutout', units: cutoutsMax, isSequential: true },
    { port: 'image', units: 1 },
  ],
  fallbackCode: 'image_model_error',
  deadlineSeconds: 300,
  memoryMebibytes: drawingMemoryMebibytes,
  load: async () => (await import('../../stages/image/image.ts')).image,
  redraw: async () => (await import('../../stages/image/image.ts')).redrawImage,
};

export const stages = [onboarding, concept, image];

export function imageRatios({ generationMetadata }: ImageAdSpec) {
  return parseAspectRatios(generationMetadata.aspectRatios);
}
