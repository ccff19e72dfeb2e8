/** Program that replaces one file again and again until it is killed: `node artifact-writer.ts <folder> <key>`. */
import process from 'node:process';
import { DirectoryArtifacts } from '../../../src/artifacts/directory-artifacts.ts';

const [folder = '', key = ''] = process.argv.slice(2);
const store = new DirectoryArtifacts(folder);
for (;;) for (const letter of 'abc') await store.put(key, Buffer.alloc(300_000, letter));
