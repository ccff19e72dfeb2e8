import { endpoint } from './endpoint.ts';

export const livez = endpoint({
  method: 'get',
  path: '/livez',
  operationId: 'livez',
  tag: 'Service',
  isExempt: true,
  summary: 'Is the process alive?',
  description: 'Answers as long as the process can. It says nothing of what the process depends on.',
  answers: { 200: { description: 'It is.', contentType: 'text/plain' } },
});
