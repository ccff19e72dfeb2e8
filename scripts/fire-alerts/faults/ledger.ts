import { until } from '../../../test/support/process/until.ts';
import type { Fault } from '../fault.ts';
import type { FaultLab } from '../lab.ts';

const redis = 'statefulset/adwright-redis';

async function startRedis(lab: FaultLab): Promise<void> {
  await lab.kubectl('scale', redis, '--replicas=1');
  await lab.kubectl('rollout', 'status', redis, '--timeout=90s');
}

async function stopRedis(lab: FaultLab): Promise<void> {
  await lab.kubectl('scale', redis, '--replicas=0');
  await lab.kubectl('wait', 'pod/adwright-redis-0', '--for=delete', '--timeout=60s');
}

const rebuildSeconds = 180;

/** Rebuilds the ledger, as the page about backups says. Until the controller sees the ledger, the command fails. */
async function rebuild(lab: FaultLab): Promise<void> {
  await until(async () => {
    const exec = ['exec', 'deploy/adwright-controller', '--', 'adwright', 'ledger'];
    if ((await lab.namespace.tryKubectl(...exec, 'rebuild', '--yes')).code !== 0) return false;
    return (await lab.namespace.tryKubectl(...exec, 'verify')).code === 0;
  }, rebuildSeconds);
}

const noRedis: Fault = {
  alerts: {
    AdwrightApiErrors: /"status":503[^]*redis warning: not connected/,
    AdwrightAdmissionFailing: /adwright_admissions_total\{outcome="unavailable"\} [1-9]/,
    AdwrightCreatesImpossible: /create warning: .*the counter store cannot be used/,
  },
  fault: 'Redis is scaled to 0, and clients create jobs',
  mend: 'scale Redis to 1',
  seconds: 90,
  async make(lab) {
    await stopRedis(lab);
    return {};
  },
  meanwhile: (lab, isMended) => lab.creates(isMended ? 1 : 2),
  undo: startRedis,
};

const inexact: Fault = {
  alerts: { AdwrightLedgerNotExact: /appendfsync\s+everysec/ },
  fault: '`appendfsync` of Redis is `everysec`',
  mend: '`config set appendfsync always`',
  seconds: 100,
  async make(lab) {
    await lab.redis('config', 'set', 'appendfsync', 'everysec');
    return {};
  },
  undo: (lab) => lab.redis('config', 'set', 'appendfsync', 'always'),
};

const changedByHand: Fault = {
  alerts: { AdwrightAuditFindings: /client-\w+ .* differs/ },
  fault: 'the balance of an account is changed in Redis by hand',
  mend: '`adwright ledger rebuild --yes`',
  seconds: 130,
  async make(lab) {
    const name = lab.namespace.name;
    await lab.redis('hincrby', `{${name}-adwright}:account:${name}/${lab.client.account}`, 'spent', '100');
    return {};
  },
  undo: rebuild,
};

const lostVolume: Fault = {
  alerts: { AdwrightLedgerLost: /client-\w+ LedgerLost/ },
  fault: 'the volume of Redis is deleted',
  mend: '`adwright ledger rebuild --yes`',
  seconds: 120,
  async make(lab) {
    await stopRedis(lab);
    await lab.kubectl('delete', 'pvc', 'data-adwright-redis-0');
    await startRedis(lab);
    return {};
  },
  undo: rebuild,
};

export const ledgerFaults = [noRedis, inexact, changedByHand, lostVolume];
