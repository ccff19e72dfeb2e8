import { slowRequest } from '../../../test/cluster/support/requests.ts';
import { until } from '../../../test/support/process/until.ts';
import type { Fault } from '../fault.ts';
import type { FaultLab } from '../lab.ts';

const secret = 'adwright-installation';
const controller = 'deploy/adwright-controller';
const folder = '/var/lib/adwright/artifacts';

async function restartControllers(lab: FaultLab): Promise<void> {
  await lab.kubectl('rollout', 'restart', controller);
  await lab.kubectl('rollout', 'status', controller, '--timeout=180s');
}

let saved = '';

const replacedSecret: Fault = {
  alerts: { AdwrightFilesForeign: /client-\w+ FilesForeign[^]*volume / },
  fault: 'the installation secret is deleted, and `helm upgrade` creates another one',
  mend: 'restore it from a backup, and restart the controllers',
  seconds: 150,
  async make(lab) {
    saved = await lab.backup(secret);
    await lab.kubectl('delete', 'secret', secret);
    await lab.install();
    await restartControllers(lab);
    return {};
  },
  async undo(lab) {
    await lab.kubectl('delete', 'secret', secret);
    await lab.namespace.mustApply(saved);
    await restartControllers(lab);
  },
};

const lockedMark: Fault = {
  alerts: { AdwrightFilesUnreadable: /EACCES[^]*----------[^\n]* installation-mark/ },
  fault: 'the mark in the volume loses its permissions, and the controllers restart',
  mend: 'set the permissions back',
  seconds: 300,
  async make(lab) {
    await lab.kubectl('exec', controller, '--', 'chmod', '000', `${folder}/installation-mark`);
    await restartControllers(lab);
    return {};
  },
  undo: (lab) => lab.kubectl('exec', controller, '--', 'chmod', '644', `${folder}/installation-mark`),
};

const emptyVolume: Fault = {
  alerts: { AdwrightStagesWaiting: /\S+ \w+ FilesMissing: / },
  fault: 'the files of jobs are moved away while a job runs',
  mend: 'move them back',
  seconds: 120,
  async make(lab) {
    const pods = `adwright.dev/adjob=${await lab.client.createImage(slowRequest(lab.sites))}`;
    await until(async () => (await lab.namespace.list('pods', pods)).length > 0);
    // The kubelet creates folders in place of files that are missing before the pod starts.
    await lab.kubectl('wait', 'pods', '-l', pods, '--for=jsonpath={.status.phase}=Running', '--timeout=60s');
    await lab.kubectl('exec', controller, '--', 'mv', `${folder}/jobs`, `${folder}/moved`);
    return {};
  },
  undo: (lab) =>
    lab.kubectl('exec', controller, '--', 'sh', '-c', `cd ${folder} && cp -r moved/. jobs/ && rm -r moved`),
};

export const fileFaults = [replacedSecret, lockedMark, emptyVolume];
