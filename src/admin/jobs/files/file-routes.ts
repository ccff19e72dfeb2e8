import { fileNamed, storedFiles, type StoredFile } from '../../../operations/jobs/stored-files.ts';
import { bytes, problem, type Answer } from '../../../http/answer.ts';
import { isUnchanged } from '../../../http/entity-tag.ts';
import type { HttpRequest } from '../../../http/route.ts';
import { adFileType } from '../../../http/untrusted-file.ts';
import { showJob } from '../../../operations/jobs/read-jobs.ts';
import { briefFiles } from '../../../schema/drawn-files.ts';
import { programVersion } from '../../../version.ts';
import { pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import type { Viewer } from '../../viewer.ts';
import { viewOf } from '../../web/view-of.ts';
import { briefPart, readBrief } from './brief-parts.ts';
import { brandStylesheet } from './brand-stylesheet.ts';
import { firstFile } from '../newest-files.ts';
import { entityTag, storedFileAnswer, fileHeaders, unchanged, type ServedFile } from './file-answer.ts';
import { SmallPictures, smallWidths } from './small-picture.ts';

type Deps = Pick<AdminDeps, 'jobs' | 'store' | 'artifacts' | 'publicUrl' | 'clock'>;
type FileRequest = HttpRequest<Viewer>;

const right = { role: 'viewer', owner: true } as const;

/** Addresses of the files of a job, and of the pictures and fonts that its ad was drawn from. */
export function jobFileRoutes(deps: Deps): AdminRoute[] {
  const small = new SmallPictures(deps.artifacts);
  const serve = async (request: FileRequest, known: KnownFile | undefined): Promise<Answer> => {
    if (known === undefined) return problem('not_found');
    const width = smallWidths.find((one) => one === Number(request.query.get('width')));
    const tag = entityTag(width === undefined ? known.id : `${known.id} ${width}`);
    if (isUnchanged(request.headers, tag)) return unchanged(tag);
    const file = await known.find();
    if (file === undefined) return problem('not_found');
    const isSmall = width !== undefined && file.type.startsWith('image/');
    return isSmall ? small.answer(file, tag, width) : storedFileAnswer(request, { ...file, tag }, deps.artifacts);
  };
  return [
    pageRoute('/jobs/{job_id}/files/{name}', right, async (request) => {
      const { name = '' } = request.params;
      return serve(request, servedFile(name, await filesOf(request, deps)));
    }),
    pageRoute('/jobs/{job_id}/picture', right, async (request) => {
      const { name, files } = await firstPicture(request, deps);
      return serve(request, servedFile(name, files));
    }),
    pageRoute('/jobs/{job_id}/brand/{part}', right, async (request) => {
      const { part = '' } = request.params;
      const files = await filesOf(request, deps);
      const key = fileNamed(files, briefFiles.materials)?.key;
      const find = () => briefPart(part, files, deps.artifacts);
      return serve(request, key === undefined ? undefined : { id: `${key} ${part}`, find });
    }),
    pageRoute('/jobs/{job_id}/brand.css', right, (request) => stylesheet(request, deps)),
  ];
}

/** A file whose content is identified before it is read. */
interface KnownFile {
  id: string;
  find: () => Promise<ServedFile | undefined> | ServedFile;
}

async function stylesheet(request: FileRequest, deps: Deps): Promise<Answer> {
  const files = await filesOf(request, deps);
  const view = viewOf(request, request.caller, deps);
  const tag = entityTag(`${fileNamed(files, briefFiles.brief)?.key} ${view.to('/')} ${programVersion()}`);
  if (isUnchanged(request.headers, tag)) return unchanged(tag);
  const brief = await readBrief(files, deps.artifacts);
  if (brief === undefined) return problem('not_found');
  const css = brandStylesheet(view, request.params['job_id'] ?? '', brief.brief.kit.fonts.length);
  const type = 'text/css; charset=utf-8';
  return bytes(200, type, Buffer.from(css), fileHeaders({ type, name: 'brand.css', tag }));
}

/** Lists the files of a job. Returns none if the job does not exist or the viewer may not see it. */
async function filesOf({ params, caller }: FileRequest, deps: Deps): Promise<StoredFile[]> {
  const outcome = await showJob.run({ jobId: params['job_id'] ?? '' }, deps, { actor: caller.actor });
  return outcome.kind === 'done' ? storedFiles(outcome.job.jobId, deps.artifacts) : [];
}

/** Finds the first picture of a finished job, or a frame of its film. */
async function firstPicture(
  { params, caller }: FileRequest,
  deps: Deps,
): Promise<{ name: string; files: StoredFile[] }> {
  const outcome = await showJob.run({ jobId: params['job_id'] ?? '' }, deps, { actor: caller.actor });
  const first = outcome.kind === 'done' ? firstFile(outcome.object?.status?.response) : undefined;
  if (outcome.kind !== 'done' || first === undefined) return { name: '', files: [] };
  return { name: first.file, files: await storedFiles(outcome.job.jobId, deps.artifacts) };
}

/** Names of files that are served. They become a part of a header. */
const servedName = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;

function servedFile(name: string, files: readonly StoredFile[]): KnownFile | undefined {
  const found = servedName.test(name) ? fileNamed(files, name) : undefined;
  const type = name.endsWith('.json') ? 'application/json' : adFileType(name);
  if (found === undefined || type === undefined) return undefined;
  const { key, bytes: length } = found;
  return { id: key, find: () => ({ key, offset: 0, bytes: length, type, name }) };
}
