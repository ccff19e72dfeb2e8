import { endpoint } from './endpoint.ts';

export const getErrorDocs = endpoint({
  method: 'get',
  path: '/docs/errors',
  operationId: 'getErrorDocs',
  tag: 'Service',
  summary: 'Every error code',
  description: 'What each `code` means and what to do. The `type` of a problem leads here.',
  answers: { 200: { description: 'The page.', contentType: 'text/html' } },
});
