import { endpoint } from './endpoint.ts';

export const getErrorDocs = endpoint({
  method: 'get',
  path: '/docs/errors',
  operationId: 'getErrorDocs',
  tag: 'Service',
  authentication: 'public',
  summary: 'Error reference',
  description: 'Meaning and remedy of each `code`. The `type` of a problem is a link to this page.',
  answers: { 200: { description: 'The page.', contentType: 'text/html' } },
});
