import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { RawApi, type Answer } from './raw-api.ts';

const root = join(import.meta.dirname, '../../..');
const Document = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });

/** Returns the YAML files of a folder, each with its path in the repository. */
export function yamlFiles(folder: string): { file: string; text: string; object: z.infer<typeof Document> }[] {
  return readdirSync(join(root, folder)).map((name) => {
    const text = readFileSync(join(root, folder, name), 'utf8');
    return { file: `${folder}/${name}`, text, object: Document.parse(parse(text)) };
  });
}

/** Installs the CRDs of this checkout and creates a namespace, which `close` deletes. */
export class Lab {
  readonly api = new RawApi();
  readonly namespace: string;

  private constructor(name: string) {
    this.namespace = `${name}-${randomUUID().slice(0, 8)}`;
  }

  static async open(name: string): Promise<Lab> {
    const lab = new Lab(name);
    for (const { object } of yamlFiles('crds')) await lab.install(object);
    await lab.api.send('POST', '/api/v1/namespaces', { body: { metadata: { name: lab.namespace } } });
    return lab;
  }

  async close(): Promise<void> {
    await this.api.send('DELETE', `/api/v1/namespaces/${this.namespace}`);
    await this.api.close();
  }

  install(crd: z.infer<typeof Document>): Promise<Answer> {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crd.metadata.name}`;
    return this.api.send('APPLY', `${path}?fieldManager=adwright-test&force=true`, { body: crd });
  }

  path(plural: string, rest = ''): string {
    return `/apis/adwright.dev/v1alpha1/namespaces/${this.namespace}/${plural}${rest}`;
  }

  create(plural: string, kind: string, object: { name: string; spec: unknown }): Promise<Answer> {
    const { name, spec } = object;
    const body = { apiVersion: 'adwright.dev/v1alpha1', kind, metadata: { name }, spec };
    return this.api.send('POST', this.path(plural, '?fieldValidation=Strict'), { body });
  }
}
