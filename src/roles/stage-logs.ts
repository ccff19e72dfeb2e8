import type { ArtifactStore } from '../artifacts/port.ts';
import { attemptLogKey } from '../domain/artifact-keys.ts';
import { PodStageLogs } from '../k8s/pod-stage-logs.ts';
import type { RestClient } from '../k8s/rest-client.ts';
import { stageContainer } from '../launch/kubernetes/job-spec.ts';
import type { ChildProcessLauncher, ChildProcessLauncherOptions } from '../launch/process/child-process-launcher.ts';
import { StoredStageLogs } from '../stage-logs/stored-stage-logs.ts';
import type { StageLogs } from '../stage-logs/port.ts';

/** Returns the logs of local attempts: of those that run, and of those that have ended, which `logKeeper` stored. */
export function localStageLogs(launcher: Pick<ChildProcessLauncher, 'liveLog'>, artifacts: ArtifactStore): StageLogs {
  const stored = new StoredStageLogs(artifacts);
  return {
    read: (attempt, options) => {
      const live = launcher.liveLog(attempt);
      return live === undefined ? stored.read(attempt) : Promise.resolve(live.read(options));
    },
  };
}

/** Returns the logs of attempts on a cluster, which are those of their pods. */
export function clusterStageLogs(client: RestClient): StageLogs {
  return new PodStageLogs(client, stageContainer);
}

/** Returns the function that stores the log of an attempt with the files of its job, which are deleted with the job. */
export function logKeeper(artifacts: ArtifactStore): NonNullable<ChildProcessLauncherOptions['storeLog']> {
  return ({ jobId, stage, attempt }, text) => artifacts.put(attemptLogKey(jobId, stage, attempt), Buffer.from(text));
}
