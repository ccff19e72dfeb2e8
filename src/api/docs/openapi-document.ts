import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Generated = z.looseObject({ openapi: z.string(), paths: z.looseObject({}) });

/**
 * Reads the generated OpenAPI document and sets the URL of this installation as its server. (The folder `docs` is next
 * to `src` and to `dist`, so the path works from both.)
 */
export function openApiDocument(publicUrl: string): unknown {
  const text = readFileSync(new URL('../../../docs/reference/openapi.json', import.meta.url), 'utf8');
  return { ...Generated.parse(JSON.parse(text)), servers: [{ url: publicUrl }] };
}
