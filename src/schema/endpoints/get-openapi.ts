import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const getOpenApi = endpoint({
  method: 'get',
  path: '/openapi.json',
  operationId: 'getOpenApi',
  tag: 'Service',
  summary: 'This API as OpenAPI 3.1',
  description: 'The machine-readable description of every endpoint, for generators of clients and for tests.',
  answers: { 200: { description: 'The document.', schema: z.looseObject({ openapi: z.string() }) } },
});
