import { findCondition } from '../../../src/domain/conditions.ts';
import { hasRunBefore } from '../../../src/domain/earlier-run.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import { until } from '../process/until.ts';
import type { PipelineRig } from './pipeline-rig.ts';

/** Waits until an AdJob is left alone because it was run before. Returns the message that says so. */
export async function leftAlone(rig: Pick<PipelineRig, 'job'>, key: ObjectKey): Promise<string | undefined> {
  await until(async () => hasRunBefore((await rig.job(key)) ?? {}));
  return findCondition((await rig.job(key))?.status?.conditions, 'Admitted')?.message;
}
