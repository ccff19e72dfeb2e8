import { BriefFile, briefFormat } from '../../schema/brief-file.ts';
import { parseJson } from '../../domain/json-text.ts';
import type { Brand } from '../../schema/brand.ts';
import type { Brief } from '../../studio/brief.ts';
import { programVersion } from '../../version.ts';
import { sha256 } from '../../files/sha256.ts';
import { packBrief, unpackBrief } from './materials.ts';

/** Result of preparing: everything from which a stage draws. */
export interface Prepared<Wanted> {
  brief: Brief;
  direction: string | null;
  evidence: Brand;
  notes: string[];
  wanted: Wanted;
}

/** The two files of a brief, as they are stored. */
export interface StoredFiles {
  materials: Buffer;
  json: Buffer;
}

export function storedFiles(
  { brief: whole, ...prepared }: Prepared<unknown>,
  { jobId, stage }: { jobId: string; stage: string },
): StoredFiles {
  const { brief, materials } = packBrief(whole);
  const file: BriefFile = {
    format: briefFormat,
    program: programVersion(),
    architecture: process.arch,
    jobId,
    stage,
    materials: { bytes: materials.length, sha256: sha256(materials) },
    brief,
    ...prepared,
  };
  return { materials, json: Buffer.from(JSON.stringify(file)) };
}

export interface VerifiedBrief {
  file: BriefFile;
  brief: Brief;
}

/**
 * Reads the files of a brief. Returns undefined if a file is missing, the brief has another form, or the materials do
 * not have the checksum that the brief states.
 */
export function readStored(json: Buffer | undefined, materials: Buffer | undefined): VerifiedBrief | undefined {
  if (json === undefined || materials === undefined) return undefined;
  const { data: file } = BriefFile.safeParse(parseJson(json.toString('utf8')));
  if (file === undefined || file.materials.sha256 !== sha256(materials)) return undefined;
  return { file, brief: unpackBrief({ brief: file.brief, materials }) };
}
