import type { z } from 'zod';

/** Returns why the JSON of a model does not match its schema, with the first wrong field. */
export function schemaFlaw(error: z.ZodError): string {
  const [issue] = error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  return `the answer does not match its schema: ${[field, issue?.message].filter(Boolean).join(': ')}`;
}
