import type { Fault } from '../fault.ts';
import type { FaultLab } from '../lab.ts';

async function secretOf(lab: FaultLab, account: string): Promise<string> {
  return (await lab.adwright('accounts', 'webhook-secret', account)).trim();
}

function callBack(lab: FaultLab, count: number): Promise<number[]> {
  return lab.creates(count, { more: { callback_url: `${lab.receiver.url}/ads` } });
}

const failingReceiver: Fault = {
  alerts: { AdwrightCallbacksFailing: /bad_status 503/ },
  fault: 'the receiver answers 503 to the callbacks of 30 jobs',
  mend: 'the receiver answers 200, and the callbacks are sent again',
  /** On a busy machine, the first of 20 jobs at a time ends after three minutes. */
  seconds: 400,
  async make(lab) {
    await lab.receiver.answerWith(503, await secretOf(lab, lab.client.account));
    await callBack(lab, 30);
    const [job] = await lab.namespace.adJobs();
    return { JOB: job?.metadata.name ?? '' };
  },
  async undo(lab) {
    await lab.receiver.answerWith(200, await secretOf(lab, lab.client.account));
    const pending = ['get', 'adjobs', '--field-selector=status.delivery.state=pending', '-o', 'name'];
    for (const name of (await lab.kubectl(...pending)).split('\n').filter(Boolean).slice(0, 30))
      await lab.kubectl('annotate', name, 'adwright.dev/replay-callback=1', '--overwrite');
  },
};

let unsignedAccount = '';

const unsigned: Fault = {
  alerts: { AdwrightCallbacksOverdue: /CallbackSecretMissing/ },
  fault: '`webhookSecretRef` of an account names a Secret that does not exist',
  mend: 'remove `webhookSecretRef`',
  seconds: 600,
  async make(lab) {
    const client = await lab.newClient();
    unsignedAccount = client.account;
    const patch = '{"spec":{"webhookSecretRef":{"name":"missing"}}}';
    await lab.kubectl('patch', 'adaccount', unsignedAccount, '--type=merge', '-p', patch);
    await lab.creates(1, { client, more: { callback_url: `${lab.receiver.url}/unsigned` } });
    return {};
  },
  undo: (lab) =>
    lab.kubectl('patch', 'adaccount', unsignedAccount, '--type=merge', '-p', '{"spec":{"webhookSecretRef":null}}'),
};

let saved = '';

const lostSecret: Fault = {
  alerts: { AdwrightSigningSecretLost: /client-\w+ \w*Lost\b/ },
  fault: 'the Secret with the signing secrets is deleted',
  mend: 'restore it from a backup',
  seconds: 120,
  async make(lab) {
    saved = await lab.backup('adwright-account-secrets');
    await lab.kubectl('delete', 'secret', 'adwright-account-secrets');
    return {};
  },
  undo: (lab) => lab.namespace.mustApply(saved),
};

export const callbackFaults = [failingReceiver, lostSecret];
export const slowCallbackFaults = [unsigned];
