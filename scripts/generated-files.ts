import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Document } from 'yaml';
import { adJobMarkdown } from '../src/schema/emit/adjob-page.ts';
import { crd, crdKinds } from '../src/schema/emit/crds.ts';
import { errorsMarkdown } from '../src/schema/emit/errors-page.ts';
import { openApiDocument } from '../src/schema/emit/openapi.ts';
import { endpoints } from '../src/schema/endpoints/all.ts';
import { programVersion } from '../src/version.ts';
import { chartFiles } from './chart-files.ts';

/** Folders that hold generated files and nothing else. */
export const generatedFolders = ['crds', 'charts/adwright/crd-files'];

/** Path below the root, and text. */
export function generatedFiles(root: string): Map<string, string> {
  const crds = crdKinds.map((kind): [string, string] => [`crds/${kind.plural}.yaml`, yaml(crd(kind))]);
  return new Map([
    ...crds,
    ...chartFiles(root, programVersion(), crds),
    ['docs/reference/openapi.json', `${JSON.stringify(openApi(root), null, 2)}\n`],
    ['docs/reference/errors.md', errorsMarkdown()],
    ['docs/reference/adjob.md', adJobMarkdown()],
  ]);
}

function openApi(root: string): unknown {
  return openApiDocument({
    version: programVersion(),
    description: about,
    endpoints,
    readExample: (file): unknown => JSON.parse(readFileSync(join(root, 'examples/requests', file), 'utf8')),
  });
}

const about = `Adwright makes brand-aligned ads. A create answers at once with the id of a job; the ad is made in the background, and the result is read with \`GET /jobs/{job_id}\` or posted to a \`callback_url\`.

Every request but those of the service itself carries a key in \`X-API-Key\`. A job is seen by the key that created it and by no other. Every refusal is an \`application/problem+json\` document with a stable \`code\`.

A key may make so many image creates, video creates and other calls in each minute. Every counted answer says what is left (\`RateLimit\`, \`X-RateLimit-*\`), and a 429 in how many seconds to come back (\`Retry-After\`), as does a 503. Send \`Idempotency-Key\` with a create that you may have to repeat. Query parameters that are not named here are ignored.

The API changes by addition only: expect fields, codes and kinds that are not here yet.`;

/** YAML 1.1 words and numbers such as 1:1 are quoted, for that is what Kubernetes' tools read. */
function yaml(value: unknown): string {
  const body = new Document(value, { aliasDuplicateObjects: false, schema: 'yaml-1.1' }).toString({ lineWidth: 0 });
  return `# Generated from src/schema by \`make generate\`. Do not edit.\n${body}`;
}
