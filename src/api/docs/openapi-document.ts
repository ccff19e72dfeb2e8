import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Generated = z.looseObject({ openapi: z.string(), paths: z.looseObject({}) });

/** Reads the generated document (`docs` is next to `src` and to `dist`) and sets this installation as its server. */
export function openApiDocument(publicUrl: string): unknown {
  const text = readFileSync(new URL('../../../docs/reference/openapi.json', import.meta.url), 'utf8');
  return { ...Generated.parse(JSON.parse(text)), servers: [{ url: publicUrl }] };
}
