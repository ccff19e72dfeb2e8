import { bytes } from '../../http/answer.ts';
import type { OpenHandler } from '../route.ts';

export function getOpenApi(document: () => unknown): OpenHandler {
  let body: Buffer | undefined;
  return () => {
    body ??= Buffer.from(JSON.stringify(document()));
    return bytes(200, 'application/json', body, { 'Cache-Control': 'public, max-age=300' });
  };
}
