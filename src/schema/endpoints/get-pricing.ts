import { adTypes } from '#ad-types';
import { Pricing } from '../credits.ts';
import { endpoint } from './endpoint.ts';

export const getPricing = endpoint({
  method: 'get',
  path: '/pricing',
  operationId: 'getPricing',
  tag: 'Credits',
  authentication: 'api-key',
  window: 'job-read',
  summary: 'Read the prices',
  description: `Returns the price list of this installation. ${adTypes.map(({ priceNote }) => priceNote).join(' ')} The other actions have no endpoint. To get the cost of a job, send the request for the job with \`?dry_run=true\`.`,
  answers: {
    200: {
      description: 'The price list.',
      schema: Pricing,
      examples: {
        some: {
          summary: 'Part of the list',
          value: {
            actions: adTypes
              .flatMap(({ prices }) => Object.values(prices))
              .map(({ action, credits, unit }) => ({ action, credits, unit })),
          },
        },
      },
    },
  },
});
