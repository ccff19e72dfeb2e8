import type { AdType } from '../../../ads/ad-type.ts';

/** Returns the command that sends a request. `$KEY` stands for the API key, which is not known. */
export function curlOf(apiUrl: string, { name }: AdType, body: unknown): string {
  const json = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl -s ${apiUrl}/create_${name}_async \\`,
    `  -H "X-API-Key: $KEY" -H 'Content-Type: application/json' \\`,
    `  -d '${json}'`,
  ].join('\n');
}
