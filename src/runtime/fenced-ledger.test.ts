import { fenceContract } from '../../test/contract/fence.ts';
import type { AdmissionRequest, RebuiltAccount, WholeLedger } from '../ledger/port.ts';
import { fencedLedger } from './fenced-ledger.ts';

const account = { namespace: 'here', name: 'acme' };
const object = { namespace: 'here', name: 'job', uid: 'u' };
const admission: AdmissionRequest = {
  ...{ jobId: 'j', account, credits: 5, seen: undefined },
  origin: { kind: 'applied', object },
};
const page = { limit: 1 };

async function* nobody(): AsyncGenerator<RebuiltAccount, void, undefined> {
  await Promise.resolve();
  yield* [];
}

const everybody = nobody();

type Call = [string, (ledger: WholeLedger) => Promise<unknown>];

const writes: Call[] = [
  ['admit', (ledger) => ledger.admit(admission)],
  ['bind', (ledger) => ledger.bind('j', object, account)],
  ['rebind', (ledger) => ledger.rebind('j', object, account, 5)],
  ['settle', (ledger) => ledger.settle('j', 'u')],
  ['release', (ledger) => ledger.release('j', undefined)],
  ['abort', (ledger) => ledger.abort('j')],
  ['retire', (ledger) => ledger.retire('j', 'u')],
  ['noted', (ledger) => ledger.noted('j', { epoch: 'e', sequence: 1 })],
  ['grant', (ledger) => ledger.grant(account, { id: 'g', amount: 1 })],
  ['intents.cancel', ({ intents }) => intents.cancel('j')],
  ['intents.end', ({ intents }) => intents.end('j', 'It failed. [internal]')],
  ['intents.drop', ({ intents }) => intents.drop('j')],
  ['audit.begin', ({ audit }) => audit.begin('epoch')],
  ['audit.restoreHold', ({ audit }) => audit.restoreHold({ jobId: 'j', account, credits: 5, object })],
  ['audit.rebuild', ({ audit }) => audit.rebuild(everybody, 'epoch')],
];
const reads: Call[] = [
  ['balance', (ledger) => ledger.balance(account)],
  ['history', (ledger) => ledger.history(account, { limit: 1, cursor: undefined })],
  ['intents.get', ({ intents }) => intents.get('j')],
  ['intents.list', ({ intents }) => intents.list(page)],
  ['audit.position', ({ audit }) => audit.position()],
  ['audit.listHolds', ({ audit }) => audit.listHolds(page)],
  ['audit.sums', ({ audit }) => audit.sums(account)],
];

fenceContract<WholeLedger>({
  fence: fencedLedger,
  writes,
  reads,
  inner: (note) => ({
    ...{
      admit: note('admit'),
      bind: note('bind'),
      rebind: note('rebind'),
      settle: note('settle'),
      release: note('release'),
    },
    ...{ abort: note('abort'), retire: note('retire'), noted: note('noted') },
    ...{ grant: note('grant'), balance: note('balance'), history: note('history') },
    intents: {
      ...{ get: note('intents.get'), list: note('intents.list'), cancel: note('intents.cancel') },
      ...{ end: note('intents.end'), drop: note('intents.drop') },
    },
    audit: {
      ...{ position: note('audit.position'), begin: note('audit.begin'), listHolds: note('audit.listHolds') },
      ...{ restoreHold: note('audit.restoreHold'), sums: note('audit.sums'), rebuild: note('audit.rebuild') },
    },
  }),
});
