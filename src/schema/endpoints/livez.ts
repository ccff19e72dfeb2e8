import { endpoint } from './endpoint.ts';

export const livez = endpoint({
  method: 'get',
  path: '/livez',
  operationId: 'livez',
  tag: 'Service',
  authentication: 'public',
  isExempt: true,
  summary: 'Liveness probe',
  description: 'Returns 200 if the process can respond. Does not check the components that the process depends on.',
  answers: { 200: { description: 'The process is alive.', contentType: 'text/plain' } },
});
