import { bytes } from '../http/answer.ts';
import type { Handler } from '../http/route.ts';

/**
 * Serves the OpenAPI document with the URL of this installation. Builds the document at the first request and then
 * reuses it.
 */
export function getOpenApi(document: () => unknown): Handler {
  let body: Buffer | undefined;
  return () => {
    body ??= Buffer.from(JSON.stringify(document()));
    return bytes(200, 'application/json', body, { 'Cache-Control': 'public, max-age=300' });
  };
}
