import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const getOpenApi = endpoint({
  method: 'get',
  path: '/openapi.json',
  operationId: 'getOpenApi',
  tag: 'Service',
  authentication: 'public',
  summary: 'OpenAPI document',
  description: 'Machine-readable description of all endpoints (OpenAPI 3.1), for client generators and tests.',
  answers: { 200: { description: 'The document.', schema: z.looseObject({ openapi: z.string() }) } },
});
