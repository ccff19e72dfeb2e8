import { systemClock } from '../../src/clock/system-clock.ts';
import { redrawContract } from '../contract/redraw.ts';
import { namespace } from '../support/installation/objects.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';

redrawContract('SQLite', async (publicBase) => {
  const rig = await PipelineRig.open(systemClock, { publicBase });
  const { store, deps } = rig;
  const close = (): Promise<void> => {
    rig.close();
    return Promise.resolve();
  };
  return { rig, store, deps, namespace, createJob: rig.createJob.bind(rig), empty: () => Promise.resolve(), close };
});
