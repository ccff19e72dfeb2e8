import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const readyz = endpoint({
  method: 'get',
  path: '/readyz',
  operationId: 'readyz',
  tag: 'Service',
  authentication: 'public',
  isExempt: true,
  summary: 'Readiness probe',
  description:
    'Returns 200 if the process is ready for traffic: it has read all objects once, and it is not shutting down.',
  query: {
    verbose: {
      schema: z.string(),
      description: 'If present, with or without a value, the response has one line for each component.',
    },
  },
  answers: {
    200: { description: 'Ready.', contentType: 'text/plain' },
    503: { description: 'Not ready.', contentType: 'text/plain' },
  },
});
