import type { ModelPort, ReferencePicture, TaskOf } from '../model-task.ts';

type TrialTasks = { readonly [Port in ModelPort]: () => Promise<TaskOf<Port>> };

/** Size of pictures, which most models draw, and which takes a model on a processor little time. */
const picture = { width: 512, height: 512 };
/** Size of films that most models make. */
const film = { width: 832, height: 480 };

/** Tasks that are as small as possible, and that show whether a model works. */
export const trialTasks: TrialTasks = {
  copywriter: () =>
    Promise.resolve({
      ...{ port: 'copywriter', name: 'trial', system: 'You write short headlines.' },
      prompt: 'Write a headline of at most five words for a blue mug.',
      schema: {
        type: 'object',
        properties: { headline: { type: 'string' } },
        required: ['headline'],
        additionalProperties: false,
      },
    }),
  cutout: async () => ({ port: 'cutout', picture: await trialPicture() }),
  image: () =>
    Promise.resolve({
      ...{ port: 'image', prompt: 'A plain blue mug on a white table', size: picture, references: [], seed: 1 },
    }),
  speech: () => Promise.resolve({ port: 'speech', text: 'Good morning.', language: 'en', speed: 1 }),
  video: async () => ({
    ...{ port: 'video', prompt: 'The camera moves slowly towards a blue ball', picture: await trialPicture(film) },
    ...{ seconds: 3, size: film, seed: 1 },
  }),
};

/** Draws a blue ball on a white ground. */
async function trialPicture({ width, height } = picture): Promise<ReferencePicture> {
  const { default: sharp } = await import('sharp');
  const radius = Math.round(Math.min(width, height) / 4);
  const ball = `<circle cx="${width / 2}" cy="${height / 2}" r="${radius}" fill="#2456a6"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ball}</svg>`;
  return {
    bytes: await sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).png().toBuffer(),
    mediaType: 'image/png',
  };
}
