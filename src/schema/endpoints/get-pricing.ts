import { Pricing } from '../credits.ts';
import { endpoint } from './endpoint.ts';

export const getPricing = endpoint({
  method: 'get',
  path: '/pricing',
  operationId: 'getPricing',
  tag: 'Credits',
  window: 'job-read',
  summary: 'Read the prices',
  description: `Returns the price list of this installation. An image ad costs one \`Image generation 1K\` or \`Image generation 4K\` for each aspect ratio. A video ad costs one \`Short commercial\`. The other actions have no endpoint. To get the cost of a job, send the request for the job with \`?dry_run=true\`.`,
  answers: {
    200: {
      description: 'The price list.',
      schema: Pricing,
      examples: {
        some: {
          summary: 'Part of the list',
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
