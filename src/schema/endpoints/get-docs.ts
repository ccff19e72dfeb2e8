import { endpoint } from './endpoint.ts';

export const getDocs = endpoint({
  method: 'get',
  path: '/docs',
  operationId: 'getDocs',
  tag: 'Service',
  authentication: 'public',
  summary: 'API reference',
  description: 'API reference as an HTML page.',
  answers: { 200: { description: 'The page.', contentType: 'text/html' } },
});
