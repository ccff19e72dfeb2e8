import { Pricing } from '../credits.ts';
import { endpoint } from './endpoint.ts';

export const getPricing = endpoint({
  method: 'get',
  path: '/pricing',
  operationId: 'getPricing',
  tag: 'Credits',
  window: 'job-read',
  summary: 'Read the prices',
  description: `The whole price list of this installation. An image ad costs \`Image generation 1K\` or \`Image generation 4K\` for each of its aspect ratios, a video ad a \`Short commercial\`. The other actions have no endpoint here. With \`?dry_run=true\` a create tells what it would cost.`,
  answers: {
    200: {
      description: 'The price list.',
      schema: Pricing,
      examples: {
        some: {
          summary: 'A part of the list',
          value: {
            actions: [
              { action: 'Image generation 1K', credits: 5, unit: 'image' },
              { action: 'Image generation 4K', credits: 10, unit: 'image' },
              { action: 'Short commercial', credits: 30, unit: 'video' },
            ],
          },
        },
      },
    },
  },
});
