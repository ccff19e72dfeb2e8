import { apiGroup, type ResourceDefinition } from '../resource-definitions.ts';
import { crdSchema } from './crd-schema.ts';
import type { JsonSchema } from './json-schema.ts';

/** Returns the reference page of a kind: its text, its columns of kubectl, and every field of its spec and status. */
export function kindMarkdown(definition: ResourceDefinition, text: string): string {
  const { spec, status, columns, shortName, kind } = definition;
  const parts = [
    text.trim(),
    `## Columns\n\n\`kubectl get ${definition.plural}\`, or \`kubectl get ${shortName}\`. Columns marked "wide" need \`-o wide\`.`,
    table(
      ['column', 'from', ''],
      columns.map(({ name, jsonPath, priority = 0 }) => [name, code(jsonPath), priority > 0 ? 'wide' : '']),
    ),
    `## Fields of the spec\n\nThe kind is \`${kind}\`, the \`apiVersion\` \`${apiGroup.group}/${apiGroup.version}\`. Fields in bold are required in their object.`,
    fieldTable(crdSchema(spec), 'spec'),
    `## Fields of the status\n\nThe status is written by Adwright.`,
    fieldTable(crdSchema(status), 'status'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function fieldTable(schema: JsonSchema, root: string): string {
  return table(['field', 'type', 'meaning'], fields(schema, root));
}

function table(titles: string[], rows: string[][]): string {
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns a row for each field of an object, each followed by the rows of its own fields. */
function fields(schema: JsonSchema, path: string): string[][] {
  const required = listOf(schema['required']);
  return Object.entries(objectOf(schema['properties'])).flatMap(([name, value]) => {
    const field = objectOf(value);
    const [inner, at] =
      field['type'] === 'array' ? [objectOf(field['items']), `${path}.${name}[]`] : [field, `${path}.${name}`];
    const shown = required.includes(name) ? `**${code(at)}**` : code(at);
    return [[shown, typeOf(field), meaningOf(field)], ...fields(inner, at)];
  });
}

function typeOf(field: JsonSchema): string {
  const items = objectOf(field['items']);
  const base = field['type'] === 'array' ? `list of ${nameOf(items)}` : nameOf(field);
  const limits = [
    ...limit(field, 'minimum', 'at least'),
    ...limit(field, 'maximum', 'at most'),
    ...limit(field, 'maxLength', 'at most', ' characters'),
    ...limit(field, 'maxItems', 'at most', ' items'),
  ];
  return [base, ...limits].join(', ');
}

function nameOf({ type, enum: values, ...rest }: JsonSchema): string {
  if (Array.isArray(values)) return values.map((value) => code(String(value))).join(', ');
  if (rest['format'] === 'date-time') return 'time';
  return typeof type === 'string' ? type : 'any';
}

function limit(field: JsonSchema, keyword: string, words: string, unit = ''): string[] {
  const value = field[keyword];
  return typeof value === 'number' && value > 0 && value < int32Max
    ? [`${words} ${value.toLocaleString('en-US')}${unit}`]
    : [];
}

function meaningOf(field: JsonSchema): string {
  const { description, default: value } = field;
  const shown = typeof value === 'boolean' || typeof value === 'number' ? `Default: ${code(`${value}`)}.` : undefined;
  const rules = rulesOf(field).map(({ message }) => message);
  const parts = [description, shown, ...rules];
  return parts
    .filter((part) => typeof part === 'string')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|');
}

function rulesOf(field: JsonSchema): JsonSchema[] {
  const rules = field['x-kubernetes-validations'];
  return Array.isArray(rules) ? rules.map((rule: unknown) => objectOf(rule)) : [];
}

function objectOf(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Maximum of counts that have no other limit. */
const int32Max = 2_147_483_647;

const code = (text: string): string => `\`${text}\``;

/** Text of the page about AdAccounts. */
export const adAccountText = `# AdAccount

An account pays for jobs. The controller applies its grants to the ledger and copies the balance into the status, at most every five seconds. See [credits and limits](../guide/credits-and-limits.md) and [who may spend](../guide/cluster.md#who-may-spend).

\`\`\`sh
kubectl wait --for=condition=Ready adaccount/acme
kubectl events --for adaccount/acme
\`\`\`

\`Ready\` is True as soon as the spec is applied, also if the account is deactivated, with the reason \`Deactivated\`. It is False with the reason \`LedgerLost\`, \`FilesForeign\`, \`GrantChanged\` or \`SecretLost\`; the last two need a change and set \`Stalled\`. The deletion of an account waits until no credits are reserved and no callback is open, which the condition \`Deleting\` says.`;

/** Text of the page about ApiKeys. */
export const apiKeyText = `# ApiKey

A key of the REST API. \`adwright keys create\` prints its secret once; the object has only the hash. Deleting an ApiKey revokes it. The account of a key cannot change.

\`\`\`sh
kubectl wait --for=condition=Ready apikey/acme-web
\`\`\`

\`Ready\` is True if requests with the key are served, or False with one of these reasons:

- \`AccountNotFound\`: requests get 401 until the account exists.
- \`AccountDeactivated\`: requests get 403.
- \`Revoked\`, \`Expired\`: requests get 401.

All but the first set \`Stalled\`. The controller writes the conditions, the API writes \`lastUsedTime\`.`;
