/**
 * Does once what storing a brief adds to a stage: loads the code, reads, verifies, packs and hashes the brief of an
 * attempt, and writes its three files. Prints the milliseconds. The bench starts it as a new process, like a stage.
 *
 *   node test/bench/local/store-brief.ts <folder of the attempt> <folder for the files>
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { briefFiles, drawnFiles, madeFileName } from '../../../src/schema/drawn-files.ts';
// Every image stage loads these modules, with or without briefs.
import '../../../src/schema/brand.ts';
import { StageOutputs } from '../../../src/stages/outputs.ts';

const [from = '', to = ''] = process.argv.slice(2);
const read = (name: string): Buffer => readFileSync(join(from, name));
const [json, materials, made] = [read(briefFiles.brief), read(briefFiles.materials), read(madeFileName)];
const outputs = new StageOutputs(
  Object.fromEntries(drawnFiles.map((name) => [name, { kind: 'file', path: join(to, name) }])),
  fetch,
);

const startMs = performance.now();
const { readStored, storedFiles } = await import('../../../src/stages/drawn/stored-brief.ts');
const prepared = readStored(json, materials);
if (prepared === undefined) throw new Error('The brief of the attempt cannot be read.');
const { brief, file } = prepared;
const { direction, evidence, notes, wanted, jobId, stage } = file;
const files = storedFiles({ brief, direction, evidence, notes, wanted }, { jobId, stage });
await outputs.write(briefFiles.materials, files.materials, 'application/octet-stream');
await outputs.write(briefFiles.brief, files.json, 'application/json');
await outputs.write(madeFileName, made, 'application/json');
console.log(performance.now() - startMs);
