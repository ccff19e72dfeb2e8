import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const readyz = endpoint({
  method: 'get',
  path: '/readyz',
  operationId: 'readyz',
  tag: 'Service',
  isExempt: true,
  summary: 'May traffic come?',
  description: 'Not before everything was read for the first time, and not while the process drains.',
  query: { verbose: { schema: z.string(), description: 'Present, with or without a value: one line for each part.' } },
  answers: {
    200: { description: 'Yes.', contentType: 'text/plain' },
    503: { description: 'No.', contentType: 'text/plain' },
  },
});
