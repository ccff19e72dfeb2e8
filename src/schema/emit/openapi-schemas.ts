import { z } from 'zod';
import { innermost } from '../read.ts';
import { notBlankPattern } from '../text.ts';
import { isJsonSchema, mapSchema, mapValues, stringLimits, withoutSafeBounds, type JsonSchema } from './json-schema.ts';

/**
 * Returns the OpenAPI components for requests. They do not allow unknown fields. Optional fields also accept null and
 * blank text, which both mean that the field is absent.
 *
 * `maxLength` applies to trimmed text, which JSON Schema cannot express.
 */
export function requestComponents(named: Record<string, z.ZodType>): Record<string, JsonSchema> {
  return emitted(named, 'input', optionalMayBeEmpty);
}

/**
 * Returns the OpenAPI components for responses. They allow unknown fields, because later versions of the API may add
 * fields.
 */
export function answerComponents(named: Record<string, z.ZodType>): Record<string, JsonSchema> {
  return emitted(named, 'output', withoutClosedObjects);
}

export function inlineSchema(schema: z.ZodType): JsonSchema {
  return answerComponents({ it: schema })['it'] ?? {};
}

function emitted(
  named: Record<string, z.ZodType>,
  io: 'input' | 'output',
  change: (node: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      const node: JsonSchema = jsonSchema;
      if (node['$ref'] === undefined) Object.assign(node, stringLimits(innermost(zodSchema)));
    },
  });
  return mapValues(schemas, (emittedSchema) => {
    const { $schema: _dialect, $id: _id, ...schema }: JsonSchema = emittedSchema;
    return mapSchema(mapSchema(schema, withoutSafeBounds), change);
  });
}

function optionalMayBeEmpty(node: JsonSchema): JsonSchema {
  const { properties, required } = node;
  if (!isJsonSchema(properties)) return node;
  const needed = Array.isArray(required) ? required.map(String) : [];
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    needed.includes(name) || !isJsonSchema(field) ? field : orEmpty(field),
  ]);
  return { ...node, properties: Object.fromEntries(fields) };
}

function orEmpty(field: JsonSchema): JsonSchema {
  const { type, enum: values, pattern, ...rest } = field;
  if (typeof type !== 'string') return field;
  const chosen = Array.isArray(values) ? { enum: [...(values as unknown[]), '', null] } : {};
  return { ...rest, type: [type, 'null'], ...chosen, ...(typeof pattern === 'string' ? orBlank(pattern) : {}) };
}

/**
 * Extends the regular expression of a string schema so that it also accepts blank text. The pattern that only excludes
 * blank text is removed instead.
 */
function orBlank(pattern: string): JsonSchema {
  return pattern === notBlankPattern ? {} : { pattern: `^\\s*$|${pattern}` };
}

function withoutClosedObjects(node: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = node;
  return additionalProperties === false ? rest : node;
}
