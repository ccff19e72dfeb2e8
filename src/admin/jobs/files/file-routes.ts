import { bytes, problem, type Answer } from '../../../http/answer.ts';
import type { HttpRequest } from '../../../http/route.ts';
import { showJob } from '../../../operations/jobs/read-jobs.ts';
import { pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import type { Viewer } from '../../viewer.ts';
import { viewOf } from '../../web/view-of.ts';
import { briefPart, readBrief } from './brief-parts.ts';
import { brandStylesheet } from './brand-stylesheet.ts';
import { firstFile } from '../newest-files.ts';
import { fileAnswer, fileHeaders, type ServedFile } from './file-answer.ts';
import { mediaTypeOfName } from './media-type.ts';
import { SmallPictures, smallWidths } from './small-picture.ts';
import { storedFiles, type StoredFile } from './stored-files.ts';

type Deps = Pick<AdminDeps, 'jobs' | 'store' | 'artifacts' | 'publicUrl' | 'clock'>;
type FileRequest = HttpRequest<Viewer>;

const right = { role: 'viewer', owner: true } as const;

/** Addresses of the files of a job, and of the pictures and fonts that its ad was drawn from. */
export function jobFileRoutes(deps: Deps): AdminRoute[] {
  const small = new SmallPictures(deps.artifacts);
  const serve = (request: FileRequest, file: ServedFile | undefined): Promise<Answer> | Answer => {
    if (file === undefined) return problem('not_found');
    const width = Number(request.query.get('width') ?? 0);
    const isPicture = file.type.startsWith('image/');
    return isPicture && smallWidths.includes(width)
      ? small.answer(request, file, width)
      : fileAnswer(request, file, deps.artifacts);
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
      return serve(request, await briefPart(part, await filesOf(request, deps), deps.artifacts));
    }),
    pageRoute('/jobs/{job_id}/brand.css', right, async (request) => {
      const brief = await readBrief(await filesOf(request, deps), deps.artifacts);
      if (brief === undefined) return problem('not_found');
      const view = viewOf(request, request.caller, deps);
      const css = brandStylesheet(view, request.params['job_id'] ?? '', brief.brief.kit.fonts.length);
      const type = 'text/css; charset=utf-8';
      return bytes(200, type, Buffer.from(css), fileHeaders({ type, name: 'brand.css' }, css));
    }),
  ];
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

function servedFile(name: string, files: readonly StoredFile[]): ServedFile | undefined {
  const found = servedName.test(name) ? files.findLast((file) => file.name === name) : undefined;
  const type = found && mediaTypeOfName(name);
  return found && type !== undefined ? { key: found.key, offset: 0, bytes: found.bytes, type, name } : undefined;
}
