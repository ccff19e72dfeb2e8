import { createHash } from 'node:crypto';
import { FileTooLarge, type ArtifactStore } from '../../artifacts/port.ts';
import { parseJson } from '../../domain/json-text.ts';
import { isLastStage } from '../../domain/pipelines.ts';
import { StageResult } from '../../schema/stage-contract.ts';
import { unlistedFiles } from './assemble-response.ts';
import type { SeenResult } from './attempt-end.ts';
import { resultKey, type AttemptFiles } from './stage-input.ts';

/** Maximum size of a `result.json` in bytes. The largest response (64 KiB) with its list of files is much smaller. */
const resultBytesMax = 1_048_576;

export interface ResultSource {
  files: AttemptFiles;
  type: string;
  installationSecret: string;
  reportedSha256: string | undefined;
}

/**
 * Reads the `result.json` of an attempt and validates the file as untrusted input. Throws if the artifact store cannot
 * be read.
 */
export async function readResult(source: ResultSource, artifacts: ArtifactStore): Promise<SeenResult> {
  const ref = resultKey(source.files, source.installationSecret);
  const bytes = await artifacts.get(ref, resultBytesMax).catch(tooLarge);
  if (bytes === undefined) return { kind: 'none' };
  if (bytes === 'too-large') return garbage('the result was too large to read');
  if (!isAsReported(bytes, source)) return garbage('the result did not match its checksum');
  const parsed = StageResult.safeParse(parseJson(bytes.toString('utf8')));
  if (!parsed.success) return garbage('the result could not be read');
  const flaw = flawOf(parsed.data, source);
  return flaw === undefined ? { kind: 'whole', ref, result: parsed.data } : garbage(flaw);
}

function tooLarge(error: unknown): 'too-large' {
  if (error instanceof FileTooLarge) return 'too-large';
  throw error;
}

function isAsReported(bytes: Buffer, { reportedSha256 }: ResultSource): boolean {
  return reportedSha256 === undefined || createHash('sha256').update(bytes).digest('hex') === reportedSha256;
}

function flawOf(result: StageResult, { files, type }: ResultSource): string | undefined {
  if (result.stage !== files.stage || result.attempt !== files.attempt) return 'the result belongs to another attempt';
  if (!isLastStage(type, files.stage)) return undefined;
  if (result.response === undefined) return 'the result contains no response';
  return unlistedFiles(result).length > 0 ? 'the response names files that the stage did not write' : undefined;
}

function garbage(why: string): SeenResult {
  return { kind: 'garbage', why };
}
