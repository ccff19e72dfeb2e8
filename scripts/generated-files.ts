import { adTypes } from '#ad-types';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Document } from 'yaml';
import { adJobMarkdown } from '../src/schema/emit/adjob-page.ts';
import { crd } from '../src/schema/emit/crds.ts';
import { errorsMarkdown } from '../src/schema/emit/errors-page.ts';
import { filmScriptSchema } from '../src/schema/emit/film-script-schema.ts';
import { adAccountText, apiKeyText, kindMarkdown } from '../src/schema/emit/kind-page.ts';
import { openApiDocument } from '../src/schema/emit/openapi.ts';
import { endpoints } from '../src/schema/endpoints/all.ts';
import {
  adAccountDefinition,
  adJobDefinition,
  apiKeyDefinition,
  resourceDefinitions,
} from '../src/schema/resource-definitions.ts';
import { programVersion } from '../src/version.ts';
import { chartFiles } from './chart-files.ts';
import { rolesMarkdown } from './roles-page.ts';

/** Folders that contain only generated files. */
export const generatedFolders = ['crds', 'charts/adwright/crd-files'];

/** Returns the text of every generated file by its path below the root. */
export function generatedFiles(root: string): Map<string, string> {
  const crds = resourceDefinitions.map((definition): [string, string] => [
    `crds/${definition.plural}.yaml`,
    yaml(crd(definition)),
  ]);
  return new Map([
    ...crds,
    ...chartFiles(root, programVersion(), crds),
    ['docs/reference/openapi.json', `${JSON.stringify(openApi(root), null, 2)}\n`],
    ['docs/reference/errors.md', errorsMarkdown()],
    ['docs/reference/adjob.md', kindMarkdown(adJobDefinition, adJobMarkdown())],
    ['docs/reference/adaccount.md', kindMarkdown(adAccountDefinition, adAccountText)],
    ['docs/reference/apikey.md', kindMarkdown(apiKeyDefinition, apiKeyText)],
    ['docs/reference/roles.md', rolesMarkdown()],
    ['docs/reference/film-script.schema.json', `${JSON.stringify(filmScriptSchema(), null, 2)}\n`],
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

const about = `Adwright makes brand-aligned ads. A create returns the id of a job at once. The ad is made in the background; the client reads the result with \`GET /jobs/{job_id}\`.

Every request except those for the service itself needs a key in \`X-API-Key\`. Only the key that created a job can see it. Every error response is an \`application/problem+json\` document with a stable \`code\`.

Each key has a limit per minute for ${adTypes.map(({ field }) => `${field} creates`).join(', ')} and other calls. Every counted response reports the remaining requests (\`RateLimit\`, \`X-RateLimit-*\`); a 429 or 503 tells the client when to retry (\`Retry-After\`). Send \`Idempotency-Key\` with a create that you may have to repeat. Unknown query parameters are ignored.

The API changes only by addition: clients must accept new fields, codes and kinds.`;

/**
 * Renders YAML. Quotes words and numbers that have a special meaning in YAML 1.1, such as 1:1, because Kubernetes tools
 * read that version.
 */
function yaml(value: unknown): string {
  const body = new Document(value, { aliasDuplicateObjects: false, schema: 'yaml-1.1' }).toString({ lineWidth: 0 });
  return `# Generated from src/schema by \`make generate\`. Do not edit.\n${body}`;
}
