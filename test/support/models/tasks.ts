import type { ImageTask, SpeechTask, WritingTask } from '../../../src/models/model-task.ts';
import { resultFiles } from './result-files.ts';

export const writingTask: WritingTask = {
  port: 'copywriter',
  system: 'You write ads.',
  prompt: 'A blanket of merino wool.',
  name: 'ad_copy',
  schema: {
    type: 'object',
    properties: { headline: { type: 'string' } },
    required: ['headline'],
    additionalProperties: false,
  },
};

export const imageTask: ImageTask = {
  port: 'image',
  prompt: 'A blanket on a bed | morning light',
  size: { width: 1080, height: 1350 },
  references: [],
  seed: 7,
};

export const editTask: ImageTask = { ...imageTask, references: [{ bytes: resultFiles.png, mediaType: 'image/png' }] };

export const speechTask: SpeechTask = { port: 'speech', text: 'Save 30% today.', language: 'de-AT', speed: 1.1 };
