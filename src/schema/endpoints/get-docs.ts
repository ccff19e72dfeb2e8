import { endpoint } from './endpoint.ts';

export const getDocs = endpoint({
  method: 'get',
  path: '/docs',
  operationId: 'getDocs',
  tag: 'Service',
  summary: 'This API for people',
  description: 'The reference as one page.',
  answers: { 200: { description: 'The page.', contentType: 'text/html' } },
});
