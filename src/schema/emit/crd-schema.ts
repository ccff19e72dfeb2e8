import { z } from 'zod';
import { innermost } from '../read.ts';
import { objectRules, stringRules, type CrdForm, type Rule } from '../rule.ts';
import { stringLimits, withoutSafeBounds, type JsonSchema } from './json-schema.ts';

/**
 * Returns the structural schema of a CRD for a zod schema. Throws if the CRD would lose a rule, that is, if a check in
 * code has no equivalent in a CRD.
 *
 * Also throws if a list or string has no maximum length, because the API server then cannot estimate the cost of the
 * CEL rules on it.
 */
export function crdSchema(schema: z.ZodType): JsonSchema {
  // Checks for lost rules, by the path of the schema. They run after the conversion: zod visits the outermost schema of
  // a path last, and only this schema is complete.
  const places = new Map<string, () => void>();
  const emitted = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema, path }) => {
      const node: JsonSchema = jsonSchema;
      // zod copies a schema that gets a description or becomes optional. The registry of rules contains only the
      // innermost schema.
      const inner = innermost(zodSchema);
      const structural = withoutSafeBounds(structuralNode(inner, node));
      for (const keyword of Object.keys(node)) Reflect.deleteProperty(node, keyword);
      Object.assign(node, structural);
      places.set(path.join('.'), () => {
        refuseLoss(inner, node, path.join('.'));
      });
    },
  });
  for (const check of places.values()) check();
  return { ...emitted };
}

function structuralNode(schema: z.core.$ZodType, node: JsonSchema): JsonSchema {
  if (schema instanceof z.ZodRecord) {
    const { additionalProperties: _any, propertyNames: _strings, ...rest } = node;
    return { ...rest, 'x-kubernetes-preserve-unknown-fields': true };
  }
  const { additionalProperties: _none, ...rest } = node;
  const { pattern, ...limits } = stringLimits(schema);
  // In CEL, a value with the format `date-time` is a timestamp, which has no function `matches`, so `pattern` is kept.
  const isTime = limits['format'] !== undefined;
  return { ...rest, ...described(node), ...limits, ...(isTime && { pattern }), ...celRules(schema) };
}

function described({ description, default: value }: JsonSchema): JsonSchema {
  if (typeof description !== 'string' || typeof value !== 'string') return {};
  return { description: `${description} Default: ${value}.` };
}

/**
 * Returns the rules of a schema as CEL expressions, which have error messages. A failed `pattern` would only show the
 * pattern to the user.
 */
function celRules(schema: z.core.$ZodType): JsonSchema {
  const rules: readonly Pick<Rule<never>, 'msg' | 'crd'>[] = [
    ...(stringRules.get(schema)?.rules ?? []),
    ...(objectRules.get(schema)?.rules ?? []),
  ];
  const validations = rules.flatMap(({ msg, crd }) => {
    const rule = celRule(crd);
    return rule === undefined ? [] : [{ rule, message: msg }];
  });
  return validations.length === 0 ? {} : { 'x-kubernetes-validations': validations };
}

function celRule({ pattern, re2 = pattern, format, cel }: CrdForm): string | undefined {
  if (re2 === undefined || format !== undefined) return cel;
  if (re2.includes("'")) throw new Error(`the pattern contains a quote, which ends a CEL string: ${re2}`);
  const matches = `self.matches(r'${re2}')`;
  return cel === undefined ? matches : `${matches} && ${cel}`;
}

function refuseLoss(schema: z.core.$ZodType, node: JsonSchema, path: string): void {
  const checks = (schema._zod.def.checks ?? []).filter((check) => check._zod.def.check === 'custom').length;
  if (checks > pairedChecks(schema, node)) throw new Error(`${path}: a validation rule cannot be expressed in the CRD`);
  const bounds = boundsOf[String(node['type'])] ?? [];
  if (bounds.length > 0 && bounds.every((keyword) => node[keyword] === undefined)) {
    throw new Error(`${path}: the ${String(node['type'])} needs one of ${bounds.join(', ')}`);
  }
}

const boundsOf: Record<string, string[]> = { array: ['maxItems'], string: ['maxLength', 'enum', 'format'] };

function pairedChecks(schema: z.core.$ZodType, node: JsonSchema): number {
  const rules = stringRules.get(schema)?.rules ?? objectRules.get(schema)?.rules ?? [];
  const isUniqueList = node['x-kubernetes-list-type'] === 'map';
  return rules.length + (isUniqueList ? 1 : 0);
}
