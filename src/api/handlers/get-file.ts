import { createHash } from 'node:crypto';
import type { ArtifactInfo, ByteRange } from '../../artifacts/port.ts';
import { artifactKey } from '../../domain/artifact-keys.ts';
import { redrawStageName } from '../../domain/redraw.ts';
import { parseJson } from '../../domain/json-text.ts';
import { problem, type Headers } from '../../http/answer.ts';
import { fileAnswer } from '../../http/file-answer.ts';
import { adFileType, untrustedPolicyOf } from '../../http/untrusted-file.ts';
import type { ApiDeps } from '../deps.ts';
import { isUnchanged } from '../../http/entity-tag.ts';
import { jobIdFrom } from '../../domain/job-id.ts';
import { unavailable } from '../../objects/store-error.ts';
import { namedFile, type NamedFile } from '../jobs/named-file.ts';
import type { OpenHandler } from '../route.ts';

type Files = Pick<ApiDeps, 'jobs' | 'artifacts'>;
type FileRequest = Parameters<OpenHandler>[0];

interface FoundFile {
  info: ArtifactInfo;
  headers: Headers;
}

/**
 * Returns a file of a finished job. The request needs no API key, because the URL of a file cannot be guessed. Serves
 * only files that the `response` of the job names, and those that a redraw has drawn.
 */
export function getFile(files: Files): OpenHandler {
  return async (request) => {
    const found = await findFile(request.params, files);
    if (found === undefined) return problem('not_found');
    if (isUnchanged(request.headers, found.headers['ETag'])) {
      return { kind: 'bytes', status: 304, headers: found.headers, bytes: Buffer.alloc(0) };
    }
    const { info, headers } = found;
    const open = (range: ByteRange | undefined) => orUnavailable(files.artifacts.open(info.key, range));
    return fileAnswer(request, { bytes: info.bytes, headers, open });
  };
}

/**
 * Finds a file and its job. Checks first that the file exists, and looks up the job only then. The path of a file
 * contains a folder name that cannot be guessed, so a guessed path causes no request to the ledger, the API server or
 * the archive.
 */
async function findFile(params: FileRequest['params'], { jobs, artifacts }: Files): Promise<FoundFile | undefined> {
  const { folder = '', file = '' } = params;
  const jobId = isName(folder) && isName(file) ? jobIdFrom(params['job_id']) : undefined;
  if (jobId === undefined || jobs.isKnownWithoutResult(jobId)) return undefined;
  const info = await orUnavailable(artifacts.stat(artifactKey(jobId, folder, file)));
  if (info === undefined) return undefined;
  const path = `/files/${jobId}/${folder}/${file}`;
  const named = servedFile(await responseOf(jobId, jobs), { path, folder, file });
  return named && { info, headers: headersOf(path, named) };
}

/**
 * Returns a file that the response names or that a redraw of the job has drawn. The URLs of a redraw are in an
 * annotation of the AdJob, so everybody who can read the AdJob can read its files.
 */
function servedFile(
  response: unknown,
  { path, folder, file }: { path: string; folder: string; file: string },
): NamedFile | undefined {
  if (response === undefined) return undefined;
  return namedFile(response, path) ?? redrawnFile(folder, file);
}

function redrawnFile(folder: string, file: string): NamedFile | undefined {
  return folder.startsWith(`${redrawStageName}-`) && adFileType(file) !== undefined ? {} : undefined;
}

function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw unavailable('the artifact store', error);
  });
}

/**
 * Reports whether the text can be the name of a job's file or folder. Excludes names that lead to another folder, such
 * as `..`.
 */
function isName(text: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/.test(text);
}

async function responseOf(jobId: string, jobs: Files['jobs']): Promise<unknown> {
  const job = await jobs.find(jobId);
  const body = job?.phase === 'SUCCESS' ? await jobs.body(job) : undefined;
  const view = body && parseJson(body.toString());
  return typeof view === 'object' && view !== null && 'response' in view ? view.response : undefined;
}

function headersOf(path: string, { sha256 }: NamedFile): Headers {
  // Without a recorded hash, the entity tag is the hash of the path, because the file at a path never changes.
  const tag = sha256 ?? createHash('sha256').update(path).digest('hex');
  const type = adFileType(path) ?? 'application/octet-stream';
  return {
    'Content-Security-Policy': untrustedPolicyOf(type),
    // Web pages of other sites may embed the file.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'private, max-age=86400, immutable',
    'Accept-Ranges': 'bytes',
    ETag: `"${tag}"`,
    'Content-Type': type,
  };
}
