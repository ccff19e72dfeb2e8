import { accountLabel, labelValue } from './labels.ts';
import type { ObjectKey } from '../objects/object-key.ts';

interface LabelledAttempt {
  owner: { key: ObjectKey; uid: string; jobId: string };
  stage: string;
  attempt: number;
  /** Name of the account that pays, and type of the ad. */
  account?: string;
  type?: string;
}

export const stageLabels = {
  owner: 'adwright.dev/adjob',
  ownerUid: 'adwright.dev/adjob-uid',
  jobId: 'adwright.dev/job-id',
  stage: 'adwright.dev/stage',
  attempt: 'adwright.dev/attempt',
  type: 'adwright.dev/type',
} as const;

/**
 * Annotation of a stage's pod with the name of its AdJob. The label for the AdJob is not enough, because its value is a
 * hash if the name is long.
 */
export const ownerNameAnnotation = 'adwright.dev/adjob-name';

/**
 * Annotation of a stage's Kubernetes Job that gets its files by presigned URLs: the time at which these URLs expire, in
 * RFC 3339.
 */
export const accessExpiresAnnotation = 'adwright.dev/access-expires';

/**
 * Annotation of a stage's Kubernetes Job with a hash of the pod settings that it was made with. Absent on Jobs of redraws
 * and of earlier versions.
 */
export const podSettingsAnnotation = 'adwright.dev/pod-settings';

const fixed = { 'app.kubernetes.io/component': 'stage', 'app.kubernetes.io/managed-by': 'adwright' };

export const stageSelector = selectorOf(fixed);

export function selectorOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}

export function labelsOf({ owner, stage, attempt, account, type }: LabelledAttempt): Record<string, string> {
  return {
    'app.kubernetes.io/name': 'adwright',
    ...fixed,
    [stageLabels.owner]: labelValue(owner.key.name),
    [stageLabels.ownerUid]: labelValue(owner.uid),
    [stageLabels.jobId]: labelValue(owner.jobId),
    [stageLabels.stage]: stage,
    [stageLabels.attempt]: String(attempt),
    ...(account !== undefined && { [accountLabel]: labelValue(account) }),
    ...(type !== undefined && { [stageLabels.type]: labelValue(type) }),
  };
}
