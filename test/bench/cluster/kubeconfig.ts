import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a kubeconfig for a local server without credentials into the folder. Returns the path of the file. */
export function writeKubeconfig(folder: string, port: number): string {
  const file = join(folder, 'kubeconfig');
  const config = {
    clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'u', user: {} }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}
