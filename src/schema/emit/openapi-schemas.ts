import { z } from 'zod';
import { innermost } from '../read.ts';
import { isJsonSchema, mapSchema, mapValues, stringLimits, withoutSafeBounds, type JsonSchema } from './json-schema.ts';

/** The components of what clients send: strict, and null is as good as absent wherever a field may be absent. */
export function requestComponents(named: Record<string, z.ZodType>): Record<string, JsonSchema> {
  return emitted(named, 'input', optionalMayBeNull);
}

/** The components of answers: more fields may come, so nothing is forbidden. */
export function answerComponents(named: Record<string, z.ZodType>): Record<string, JsonSchema> {
  return emitted(named, 'output', withoutClosedObjects);
}

/** One schema that is no component. */
export function inlineSchema(schema: z.ZodType): JsonSchema {
  return answerComponents({ it: schema })['it'] ?? {};
}

/** Where one component holds another, it refers to it. */
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

function optionalMayBeNull(node: JsonSchema): JsonSchema {
  const { properties, required } = node;
  if (!isJsonSchema(properties)) return node;
  const needed = Array.isArray(required) ? required.map(String) : [];
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    needed.includes(name) || !isJsonSchema(field) ? field : orNull(field),
  ]);
  return { ...node, properties: Object.fromEntries(fields) };
}

function orNull(field: JsonSchema): JsonSchema {
  const { type, enum: values } = field;
  if (typeof type !== 'string') return field;
  const alsoNull = Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {};
  return { ...field, type: [type, 'null'], ...alsoNull };
}

function withoutClosedObjects(node: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = node;
  return additionalProperties === false ? rest : node;
}
