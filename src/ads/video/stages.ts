import { clipsMax, cutoutsMax, spokenSentencesMax } from '../../models/model-use.ts';
import { briefFiles, drawnFiles } from '../../schema/drawn-files.ts';
import { onboarding } from '../onboarding.ts';
import { usualMemoryMebibytes, type StageOf } from '../stage-definition.ts';
import type { VideoAdSpec } from './request.ts';

const script: StageOf<VideoAdSpec> = {
  name: 'script',
  optional: false,
  inputs: ['onboarding/brand.json'],
  outputs: () => ['script.json'],
  models: [{ port: 'copywriter', units: 1 }],
  fallbackCode: 'internal',
  simulatedCode: 'no_narratives',
  deadlineSeconds: 120,
  memoryMebibytes: usualMemoryMebibytes,
  load: async () => (await import('../../stages/script/script.ts')).script,
};

const video: StageOf<VideoAdSpec> = {
  name: 'video',
  optional: false,
  inputs: ['onboarding/brand.json', 'script/script.json'],
  outputs: () => [...drawnFiles, 'ad.mp4', 'thumbnail.jpg', 'captions.vtt'],
  carriedOver: Object.values(briefFiles),
  models: [
    { port: 'cutout', units: cutoutsMax, isSequential: true },
    { port: 'speech', units: spokenSentencesMax },
    { port: 'video', units: clipsMax, isBounded: true },
  ],
  fallbackCode: 'video_model_error',
  deadlineSeconds: 600,
  // The stage runs the encoder and a model for the voice.
  memoryMebibytes: 1_000,
  load: async () => (await import('../../stages/video/video.ts')).video,
  redraw: async () => (await import('../../stages/video/video.ts')).redrawVideo,
};

export const stages = [onboarding, script, video];
