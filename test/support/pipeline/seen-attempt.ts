import { jobView, podView } from '../../../src/launch/kubernetes/job-views.ts';
import {
  accessExpiresAnnotation,
  labelsOf,
  ownerNameAnnotation,
  podSettingsAnnotation,
} from '../../../src/domain/stage-labels.ts';

/** Returns the timestamp of `seconds` after 12:00:00. */
export const at = (seconds: number): string =>
  new Date(Date.parse('2026-01-01T12:00:00Z') + seconds * 1_000).toISOString();
const owner = { key: { namespace: 'ads', name: 'ad' }, uid: 'uid-1', jobId: 'job-1' };
export const labels = labelsOf({ owner, stage: 'image', attempt: 2 });
export const common = { namespace: 'ads', resourceVersion: '1', generation: 1, labels };

interface JobPlan {
  suspend?: boolean;
  deleted?: boolean;
  expires?: number;
  podSettings?: string;
  status?: object;
}

export function job({ suspend = false, deleted = false, expires, podSettings, status }: JobPlan = {}) {
  return jobView({
    metadata: {
      ...common,
      name: 'ad-image-2',
      uid: 'job-uid',
      creationTimestamp: at(0),
      ...(deleted && { deletionTimestamp: at(1) }),
      annotations: {
        ...(expires !== undefined && { [accessExpiresAnnotation]: at(expires) }),
        ...(podSettings !== undefined && { [podSettingsAnnotation]: podSettings }),
      },
      ownerReferences: [{ apiVersion: 'x', kind: 'AdJob', name: 'ad', uid: 'uid-1', controller: true }],
    },
    spec: { suspend },
    status: status ?? { startTime: at(0) },
  });
}

export function pod(status: object, deletion?: number, creation = 0) {
  return podView({
    metadata: {
      ...common,
      name: `ad-image-2-${creation}`,
      uid: 'pod-uid',
      creationTimestamp: at(creation),
      ...(deletion !== undefined && { deletionTimestamp: at(deletion) }),
      annotations: { [ownerNameAnnotation]: 'ad' },
      ownerReferences: [{ apiVersion: 'x', kind: 'Job', name: 'ad-image-2', uid: 'job-uid', controller: true }],
    },
    spec: { activeDeadlineSeconds: 100 },
    status,
  });
}

export const runs = { running: { startedAt: at(2) } };
export const waits = (reason: string, message?: string) => ({ waiting: { reason, message } });
export const ends = (exitCode: number, more: { reason?: string; message?: string; finishedAt?: string } = {}) => ({
  terminated: { exitCode, startedAt: at(2), finishedAt: at(10), ...more },
});
export const named = (name: string, state: object) => ({ name, state });
/** Returns a pod status with this phase, whose stage container has this state. */
export const stage = (state: object, phase = 'Running', more: object = {}) => ({
  phase,
  startTime: at(1),
  containerStatuses: [named('stage', state)],
  ...more,
});
export const beside = (state: object, other: object) => ({
  phase: 'Running',
  startTime: at(1),
  containerStatuses: [named('proxy', other), named('stage', state)],
});
export const condition = (type: string, status: string, reason?: string, message?: string) => ({
  conditions: [{ type, status, reason, message, lastTransitionTime: at(5) }],
});
export const unschedulable = { phase: 'Pending', ...condition('PodScheduled', 'False', 'Unschedulable', '0/3 nodes.') };
export const scheduled = condition('PodScheduled', 'True');
export const disrupted = condition('DisruptionTarget', 'True', 'EvictionByEvictionAPI', 'Evicting.');
export const finished = (type: string, reason = '') => job({ status: condition(type, 'True', reason) });
