import type { Size } from '../../studio/box.ts';
import type { ModelPort, ReferencePicture, TaskOf } from '../model-task.ts';

/** Request of a person to a model. */
export interface Prompted {
  prompt: string;
  picture: ReferencePicture | null;
  size: Size;
  seconds: number;
  /** BCP-47 tag. */
  language: string;
}

type PromptedTasks = { readonly [Port in ModelPort]: (prompted: Prompted) => TaskOf<Port> };

/** Tasks with the prompt of a person, as it is. */
export const promptedTasks: PromptedTasks = {
  copywriter: ({ prompt }) => ({
    ...{ port: 'copywriter', name: 'text', system: 'You write texts of ads.', prompt },
    schema: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
  }),
  cutout: ({ picture }) => {
    if (picture === null) throw new Error('A cut-out needs a picture.');
    return { port: 'cutout', picture };
  },
  image: ({ prompt, picture, size }) => ({
    ...{ port: 'image', prompt, size, seed: 1 },
    references: picture === null ? [] : [picture],
  }),
  speech: ({ prompt, language }) => ({ port: 'speech', text: prompt, language, speed: 1 }),
  video: ({ prompt, picture, seconds, size }) => ({ port: 'video', prompt, picture, seconds, size, seed: 1 }),
};
