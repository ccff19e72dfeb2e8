import { randomBytes } from 'node:crypto';
import { shortRequest, siteRequest } from '../../../test/cluster/support/requests.ts';
import { until } from '../../../test/support/process/until.ts';
import type { Fault } from '../fault.ts';
import type { FaultLab } from '../lab.ts';

/** Creates jobs, and waits until all of them have ended. */
async function ended(lab: FaultLab, count: number, more: object): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => lab.client.createImage(more)));
  for (const id of ids) await lab.client.ended(id, 400);
  return ids;
}

const brokenStage: Fault = {
  alerts: {
    AdwrightJobsFailing: /\d+ \[image_model_error\]/,
    AdwrightStagesFailing: /image-1-\S+ +0\/1 +Error/,
  },
  fault: '`testing.stageFaults` makes every image stage fail',
  mend: 'remove `testing.stageFaults`',
  async make(lab) {
    await lab.install({ testing: { stageFaults: { image: 'permanent' } } });
    const [job = ''] = await ended(lab, 5, {
      ...siteRequest(lab.sites),
      generation_metadata: { user_direction: 'Calm.' },
    });
    const [pod] = await lab.namespace.list('pods', `adwright.dev/adjob=${job},adwright.dev/stage=image`);
    return { JOB: job, POD: pod?.metadata.name ?? '' };
  },
  undo: (lab) => lab.install(),
};

const unreadable: Fault = {
  alerts: { AdwrightBrandsNotRead: /BrandNotRead[^]*\d+ NameNotResolved/ },
  fault: 'the hosts of the pages do not resolve',
  mend: 'clients name hosts that resolve',
  async make(lab) {
    await ended(lab, 8, { brand_data: { brand_url: 'https://no-such-host.example/' } });
    return {};
  },
  undo: (lab) => ended(lab, 6, siteRequest(lab.sites)),
};

async function limitJobs(lab: FaultLab, maxRunningJobs: number): Promise<void> {
  const patch = JSON.stringify({ spec: { maxRunningJobs } });
  await lab.kubectl('patch', 'adaccount', lab.client.account, '--type=merge', '-p', patch);
}

const waiting: Fault = {
  alerts: { AdwrightJobsWaiting: /\d+ client-\w+/ },
  fault: 'an account with `maxRunningJobs: 1` creates 12 jobs (`pendingJobs` is 5)',
  mend: 'raise `maxRunningJobs` of the account',
  async make(lab) {
    await limitJobs(lab, 1);
    await lab.creates(12);
    return {};
  },
  undo: (lab) => limitJobs(lab, 20),
};

let limited: FaultLab['client'] | undefined;

const tooFast: Fault = {
  alerts: { AdwrightLimitSaturated: /slow +client-\w+ +1 / },
  fault: 'a client with `imageCreatesPerMinute: 1` sends requests all the time',
  mend: '`adwright keys update` raises the limit',
  seconds: 120,
  async make(lab) {
    const { account } = lab.client;
    const key = ['keys', 'create', '--account', account, '--name', 'slow', '--image-creates-per-minute', '1'];
    const secret = (await lab.adwright(...key)).trim();
    limited = Object.assign(lab.installation.restApi(secret), { account });
    return {};
  },
  meanwhile: (lab, isMended) => (isMended || !limited ? Promise.resolve() : lab.creates(3, { client: limited })),
  undo: (lab) => lab.adwright('keys', 'update', 'slow', '--image-creates-per-minute', '60'),
};

let poor = '';

const poorAccount: Fault = {
  alerts: { AdwrightCreditsNearlyOut: /"available":45/ },
  fault: 'a job leaves an account 45 credits',
  seconds: 120,
  mend: '`adwright accounts grant`',
  async make(lab) {
    const client = await lab.newClient(50);
    poor = client.account;
    await client.ended(await client.createImage(shortRequest), 300);
    return { ACCOUNT: poor };
  },
  undo: (lab) => lab.adwright('accounts', 'grant', poor, '500', '--id', 'invoice-2041'),
};

function adJob(lab: FaultLab, name: string, more: object): string {
  const image = { brandData: { brandUrl: `${lab.sites.verdane}/` } };
  const spec = { type: 'image_ad', accountRef: { name: lab.client.account }, image, ...more };
  return JSON.stringify({ apiVersion: 'adwright.dev/v1alpha1', kind: 'AdJob', metadata: { name }, spec });
}

const lostJob: Fault = {
  alerts: { AdwrightAuditMended: /released the reserved credits/ },
  fault: 'an open AdJob is deleted without its finalizers',
  mend: 'none is needed',
  seconds: 480,
  async make(lab) {
    const name = `lost-${randomBytes(3).toString('hex')}`;
    await lab.namespace.mustApply(adJob(lab, name, { suspend: true }));
    await lab.namespace.waitFor(`adjob/${name}`, 'condition=Admitted');
    await lab.kubectl('scale', 'deploy/adwright-controller', '--replicas=0');
    await lab.kubectl('wait', 'pods', '-l', 'app.kubernetes.io/component=controller', '--for=delete', '--timeout=60s');
    await lab.kubectl('patch', 'adjob', name, '--type=merge', '-p', '{"metadata":{"finalizers":null}}');
    await lab.kubectl('delete', 'adjob', name, '--timeout=30s');
    await lab.kubectl('scale', 'deploy/adwright-controller', '--replicas=2');
    return {};
  },
  undo: () => Promise.resolve(),
};

const fullQuota: Fault = {
  alerts: { AdwrightIntentsAgeing: /count\/adjobs.adwright.dev +\d+ +1/ },
  fault: 'a ResourceQuota allows no further AdJob, and a client creates one',
  mend: 'delete the ResourceQuota',
  seconds: 120,
  async make(lab) {
    await lab.kubectl('create', 'quota', 'adjobs', '--hard=count/adjobs.adwright.dev=1');
    const used = 'jsonpath={.status.used}';
    await until(async () => (await lab.kubectl('get', 'quota', 'adjobs', '-o', used)).includes('adjobs'));
    await lab.creates(1);
    return {};
  },
  undo: (lab) => lab.kubectl('delete', 'quota', 'adjobs'),
};

const policy = 'adwright-no-deletions';

const keptJobs: Fault = {
  alerts: { AdwrightRetentionFailing: /failed to archive or erase/ },
  fault: 'an admission policy of the cluster rejects the deletion of AdJobs',
  mend: 'delete the policy',
  seconds: 600,
  async make(lab) {
    const rules = [{ apiGroups: ['adwright.dev'], apiVersions: ['*'], operations: ['DELETE'], resources: ['adjobs'] }];
    const matchLabels = { 'kubernetes.io/metadata.name': lab.namespace.name };
    const matchConstraints = { resourceRules: rules, namespaceSelector: { matchLabels } };
    const object = { apiVersion: 'admissionregistration.k8s.io/v1', metadata: { name: policy } };
    const items = [
      {
        ...object,
        kind: 'ValidatingAdmissionPolicy',
        spec: { matchConstraints, validations: [{ expression: "!request.name.startsWith('kept-')" }] },
      },
      {
        ...object,
        kind: 'ValidatingAdmissionPolicyBinding',
        spec: { policyName: policy, validationActions: ['Deny'] },
      },
    ];
    await lab.namespace.mustApply(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    const name = `kept-${randomBytes(3).toString('hex')}`;
    await lab.namespace.mustApply(adJob(lab, name, { ttlSecondsAfterFinished: 1 }));
    return { JOB: name };
  },
  undo: (lab) => lab.kubectl('delete', 'validatingadmissionpolicies,validatingadmissionpolicybindings', policy),
};

export const jobFaults = [brokenStage, unreadable, waiting, tooFast, poorAccount, fullQuota];
/** Faults that the controller sees only after minutes. They are made at the same time. */
export const slowJobFaults = [lostJob, keptJobs];
