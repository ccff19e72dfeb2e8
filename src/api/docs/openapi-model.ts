import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  required: z.array(z.string()).optional(),
  get items() {
    return Schema.optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
  get oneOf() {
    return z.array(Schema).optional();
  },
  get allOf() {
    return z.array(Schema).optional();
  },
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
export type SchemaNode = z.infer<typeof Schema>;

const Content = z.record(
  z.string(),
  z.looseObject({
    schema: Schema.optional(),
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.looseObject({ summary: z.string().optional(), value: z.unknown() })).optional(),
  }),
);
export type Content = z.infer<typeof Content>;

const Parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: Schema.optional(),
});
export type Parameter = z.infer<typeof Parameter>;

const Answer = z.looseObject({ description: z.string().default(''), content: Content.optional() });

const Operation = z.looseObject({
  operationId: z.string().optional(),
  summary: z.string().default(''),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.looseObject({ description: z.string().optional(), content: Content }).optional(),
  responses: z.record(z.string(), Answer),
});
export type Operation = z.infer<typeof Operation>;

const methods = z.enum(['get', 'post', 'put', 'patch', 'delete']);

export const OpenApiDocument = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string().default('') }),
  servers: z.array(z.looseObject({ url: z.string() })).default([]),
  paths: z.record(z.string(), z.partialRecord(methods, Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), Schema).default({}) }).prefault({}),
});
export type OpenApiDocument = z.infer<typeof OpenApiDocument>;

export interface Endpoint {
  method: string;
  path: string;
  operation: Operation;
  id: string;
}

export function endpointsOf(document: OpenApiDocument): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method,
      path,
      operation,
      id: operation.operationId ?? `${method}-${path.replaceAll(/\W+/g, '-')}`,
    })),
  );
}

const Generated = z.looseObject({ openapi: z.string(), paths: z.looseObject({}) });

/**
 * Reads the generated OpenAPI document and sets the URL of this installation as its server. The relative path of the
 * file works both from `src` and from `dist`, because the folder `docs` is next to both.
 */
export function openApiDocument(publicUrl: string): unknown {
  const text = readFileSync(new URL('../../../docs/reference/openapi.json', import.meta.url), 'utf8');
  return { ...Generated.parse(JSON.parse(text)), servers: [{ url: publicUrl }] };
}
