import { buildJob, imageSpec } from '../../support/pipeline/build-job.ts';

const time = '2026-11-01T12:00:00Z';

export const emptyList = JSON.stringify({
  kind: 'List',
  apiVersion: 'v1',
  metadata: { resourceVersion: '1' },
  items: [],
});

interface Page {
  from: number;
  limit: number;
  jobs: number;
  jobBytes: number;
}

const pages = new Map<string, Buffer>();

/**
 * Returns a page of a list of finished AdJobs in the form of the Kubernetes API. Pages are generated once and then
 * reused.
 */
export function adJobListPage(page: Page): Buffer {
  const name = JSON.stringify(page);
  const known = pages.get(name);
  if (known !== undefined) return known;
  const { from, limit, jobs, jobBytes } = page;
  const end = Math.min(jobs, from + limit);
  const items = Array.from({ length: end - from }, (_, index) => finishedJob(from + index, jobBytes));
  const next = end < jobs ? { continue: String(end), remainingItemCount: jobs - end } : {};
  const list = {
    apiVersion: items[0]?.apiVersion,
    kind: 'AdJobList',
    metadata: { resourceVersion: '1', ...next },
    items,
  };
  const made = Buffer.from(JSON.stringify(list));
  pages.set(name, made);
  return made;
}

function finishedJob(index: number, bytes: number) {
  const name = `01939d2c-7a10-7cc3-9a5b-${index.toString(16).padStart(12, '0')}`;
  const stages = ['onboarding', 'concept', 'image'].map((stage) => ({
    name: stage,
    state: 'Succeeded' as const,
    attempt: 1,
    startTime: time,
    completionTime: time,
    message: 'Done.',
    resultRef: `jobs/${name}/${stage}-1-0123456789abcdef/result.json`,
  }));
  const conditions = ['Admitted', 'Complete'].map((type) => ({
    type,
    status: 'True' as const,
    reason: type,
    message: 'The ad is made.',
    lastTransitionTime: time,
  }));
  const managedFields = ['api', 'controller'].map((manager) => ({
    manager: `adwright-${manager}`,
    operation: 'Update',
    time,
    fieldsV1: { 'f:spec': { 'f:accountRef': { 'f:name': {} }, 'f:image': {}, 'f:type': {} } },
  }));
  const job = buildJob({
    metadata: { name, uid: name.replace('-7', '-4'), resourceVersion: String(1_000 + index), ...{ managedFields } },
    spec: imageSpec(),
    status: { phase: 'SUCCESS', jobId: name, startTime: time, completionTime: time, stages, conditions },
  });
  const missing = Math.max(0, bytes - JSON.stringify(job).length);
  const texts = Array.from({ length: Math.ceil(missing / 100) }, (_, line) => `${name} ${line}`.padEnd(97, ' .'));
  return { ...job, status: { ...job.status, response: { texts } } };
}
