import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

/** Go module with the CRDs of the Gateway API. */
const gatewayApi = 'sigs.k8s.io/gateway-api@v1.4.0';

type Schema = Record<string, unknown>;
const SchemaObject = z.record(z.string(), z.unknown());
const Swagger = z.object({ definitions: z.record(z.string(), SchemaObject) });
const GroupVersionKinds = z.array(z.object({ group: z.string(), version: z.string(), kind: z.string() }));
const Crd = z.object({
  kind: z.literal('CustomResourceDefinition'),
  spec: z.object({
    group: z.string(),
    names: z.object({ kind: z.string() }),
    versions: z.array(z.object({ name: z.string(), schema: z.object({ openAPIV3Schema: SchemaObject }) })),
  }),
});

/** Replacements for schemas that are published wrongly, or stricter than the API server. */
const loose: Record<string, Schema> = {
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: ['integer', 'string'] },
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: ['number', 'string'] },
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': {},
};

/**
 * Writes a JSON schema for each kind of Kubernetes and of the Gateway API, to the files in which kubeconform looks for
 * them. The schemas refuse unknown fields. The Kubernetes version is that of the test cluster.
 */
export function writeSchemas(folder: string): void {
  const swagger = readFileSync(join(moduleFolder('k8s.io/kubernetes'), 'api/openapi-spec/swagger.json'), 'utf8');
  const { definitions } = Swagger.parse(JSON.parse(swagger));
  for (const [name, definition] of Object.entries(definitions)) {
    const kinds = GroupVersionKinds.safeParse(definition['x-kubernetes-group-version-kind']).data ?? [];
    if (kinds.length === 0) continue;
    const needed = new Set<string>();
    collect(name, definitions, needed);
    const within = Object.fromEntries([...needed].map((part) => [part, loose[part] ?? strict(definitions[part])]));
    const schema = { $ref: `#/definitions/${name}`, definitions: within };
    for (const kind of kinds) write(folder, kind, schema);
  }
  const crds = join(moduleFolder(gatewayApi), 'config/crd/standard');
  for (const file of readdirSync(crds)) writeCrds(folder, readFileSync(join(crds, file), 'utf8'));
}

function writeCrds(folder: string, text: string): void {
  for (const document of parseAllDocuments(text)) {
    const read = Crd.safeParse(document.toJS());
    if (!read.success) continue;
    const { group, names, versions } = read.data.spec;
    for (const { name, schema } of versions) {
      write(folder, { group, version: name, kind: names.kind }, strict(schema.openAPIV3Schema));
    }
  }
}

function write(folder: string, names: { group: string; version: string; kind: string }, schema: unknown): void {
  const parts = [names.kind, names.group.split('.')[0] ?? '', names.version].filter((part) => part !== '');
  writeFileSync(join(folder, `${parts.join('-').toLowerCase()}.json`), JSON.stringify(schema));
}

/**
 * Returns the folder of a Go module. Downloads the module if it is missing. Without a version in `module`, the version
 * is the one that the test cluster uses.
 */
function moduleFolder(module: string): string {
  const options = { encoding: 'utf8', cwd: 'test/cluster/tools' } as const;
  const { stdout, stderr, status } = spawnSync('go', ['mod', 'download', '-json', module], options);
  if (status !== 0) throw new Error(`failed to download ${module}: ${stderr}${stdout}`);
  return z.object({ Dir: z.string() }).parse(JSON.parse(stdout)).Dir;
}

/** Adds a definition, and all definitions that it references, to `needed`. */
function collect(name: string, definitions: Record<string, Schema>, needed: Set<string>): void {
  if (needed.has(name)) return;
  needed.add(name);
  for (const [, other] of JSON.stringify(definitions[name]).matchAll(/"#\/definitions\/([^"]+)"/g)) {
    if (other !== undefined) collect(other, definitions, needed);
  }
}

/** Returns the schema, changed to refuse unknown fields. Removes the descriptions, which are most of its text. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  const read = SchemaObject.safeParse(schema);
  if (!read.success) return schema;
  const { description, properties, ...rest } = read.data;
  if (rest['x-kubernetes-int-or-string'] === true) return { type: ['integer', 'string'] };
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, strict(value)]));
  const fields = SchemaObject.safeParse(properties).data;
  if (fields === undefined) return inner;
  const isOpen = 'additionalProperties' in rest || 'x-kubernetes-preserve-unknown-fields' in rest;
  const strictFields = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, strict(value)]));
  return { ...inner, properties: strictFields, ...(isOpen ? {} : { additionalProperties: false }) };
}
