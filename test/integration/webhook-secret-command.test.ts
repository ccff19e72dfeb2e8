import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { StoreError } from '../../src/objects/store-error.ts';
import type { AccountSecrets } from '../../src/secrets/port.ts';
import { secretBytes } from '../../src/webhooks/signature.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { Installation } from '../support/installation/installation.ts';
import { createAccount } from '../support/installation/objects.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { Terminal } from '../support/process/terminal.ts';

const namespace = 'ads';
const acme = { namespace, name: 'acme' };
const hourMs = 3_600_000;
const terminal = new Terminal();

let home: Installation;
let clock: FakeClock;
let store: Installation['store'];
let secrets: Installation['accountSecrets'];
beforeEach(() => {
  clock = new FakeClock('2026-11-01T12:00:00Z');
  home = new Installation({ clock });
  ({ store, accountSecrets: secrets } = home);
});
afterEach(() => {
  home.close();
});

/** Runs `adwright accounts` with these arguments. `terminal` holds the output. */
function accounts(args: string[], opened: AccountSecrets = secrets): Promise<number> {
  const parts = { namespace, clock, store: () => Promise.resolve(store) };
  return terminal.run(['accounts', ...args], { ...parts, accountSecrets: () => Promise.resolve(opened) });
}

async function create(webhookSecret?: string): Promise<void> {
  const spec = webhookSecret === undefined ? {} : { webhookSecretRef: { name: webhookSecret } };
  await createAccount(home, spec, acme);
}

test('`accounts create` creates the signing secret and does not print it', async () => {
  expect(await accounts(['create', 'acme'])).toBe(0);
  const made = await secrets.read(acme);
  expect(secretBytes(made?.current ?? '')).toHaveLength(32);
  expect(terminal.out + terminal.err).not.toContain('whsec_');
});

test('`accounts create` succeeds if it cannot create the signing secret, and prints that the controller creates it', async () => {
  const forbidden = new StoreError('Forbidden', 'secrets is forbidden.');
  const broken = aroundCalls<AccountSecrets>(secrets, () => Promise.reject(forbidden));
  expect(await accounts(['create', 'acme'], broken)).toBe(0);
  expect(terminal.out).toMatch(/^NAME .*\nacme /);
  expect(terminal.err).toMatch(/^The controller creates the signing secret .* secrets is forbidden\.\n$/);
});

test('`webhook-secret` prints only the signing secret on standard output, and the same one each time', async () => {
  await accounts(['create', 'acme']);
  const { current } = (await secrets.read(acme)) ?? {};
  for (let times = 0; times < 2; times += 1) {
    expect(await accounts(['webhook-secret', 'acme'])).toBe(0);
    expect(terminal.out).toBe(`${current}\n`);
    expect(terminal.err).toMatch(/^Callbacks of account "acme" are signed with this secret\..*\n$/);
    expect(terminal.err).not.toContain('whsec_');
  }
});

test('`webhook-secret` creates the signing secret of an account that has none yet', async () => {
  await create();
  expect(await accounts(['webhook-secret', 'acme'])).toBe(0);
  expect(terminal.out).toBe(`${(await secrets.read(acme))?.current}\n`);
});

test.each<[string[], string]>([
  [[], '2026-11-02T12:00:00Z'],
  [['--overlap', '7d'], '2026-11-08T12:00:00Z'],
])(
  '`webhook-secret --rotate` %j prints the new secret, and the old one signs until the overlap ends',
  async (overlap, until) => {
    await create();
    await secrets.ensure([acme]);
    const before = await secrets.read(acme);
    expect(await accounts(['webhook-secret', 'acme', '--rotate', ...overlap])).toBe(0);
    const after = await secrets.read(acme);
    expect(terminal.out).toBe(`${after?.current}\n`);
    expect(terminal.err).toContain(`Until ${until} the previous secret also signs.`);
    expect(terminal.err).not.toContain('whsec_');
    expect(after).toMatchObject({ previous: { secret: before?.current, until } });
  },
);

test('`webhook-secret --rotate --overlap 0s` revokes the old secret at once', async () => {
  await create();
  await secrets.ensure([acme]);
  expect(await accounts(['webhook-secret', 'acme', '--rotate', '--overlap', '0s'])).toBe(0);
  expect(await secrets.read(acme)).toEqual({ current: terminal.out.trimEnd() });
});

test('`webhook-secret` shows until when the previous secret signs', async () => {
  await create();
  await secrets.rotate(acme, 0);
  await secrets.rotate(acme, hourMs);
  await accounts(['webhook-secret', 'acme']);
  expect(terminal.err).toContain('Until 2026-11-01T13:00:00Z the previous secret also signs.');
});

test.each([[[]], [['--rotate']]])(
  '`webhook-secret` %j refuses an account that signs with its own Secret',
  async (args) => {
    await create('own');
    expect(await accounts(['webhook-secret', 'acme', ...args])).toBe(1);
    expect(terminal.err).toContain('signs with the Secret "own" in the namespace "ads"');
    expect(await secrets.read(acme)).toBeUndefined();
  },
);

test('`webhook-secret` reports a damaged secret, which `--rotate` replaces', async () => {
  await create();
  const damaged = aroundCalls<AccountSecrets>(secrets, (name, call) => (name === 'read' ? undefined : call()));
  expect(await accounts(['webhook-secret', 'acme'], damaged)).toBe(1);
  expect(terminal).toMatchObject({ out: '', err: expect.stringContaining('--rotate') });
  expect(await accounts(['webhook-secret', 'acme', '--rotate'], damaged)).toBe(0);
});

test.each<[string, string[], number, string]>([
  ['an unknown account', ['nobody'], 3, 'accounts list'],
  ['an overlap without --rotate', ['acme', '--overlap', '1h'], 2, '--rotate'],
  ['an overlap below one second', ['acme', '--rotate', '--overlap', '0.0001s'], 2, 'from 1s to 90d'],
  ['an overlap that is too long', ['acme', '--rotate', '--overlap', '100d'], 2, 'from 1s to 90d'],
  ['an overlap that is no duration', ['acme', '--rotate', '--overlap', 'soon'], 2, 'from 1s to 90d'],
])('`webhook-secret` with %s is refused with a message that says what to do', async (_, args, code, text) => {
  await create();
  expect(await accounts(['webhook-secret', ...args])).toBe(code);
  expect(terminal).toMatchObject({ out: '', err: expect.stringContaining(text) });
});

test('`webhook-secret` reports that the store is unavailable', async () => {
  await create();
  const away = aroundCalls<AccountSecrets>(secrets, () => Promise.reject(new StoreError('Unavailable', 'Gone away.')));
  expect(await accounts(['webhook-secret', 'acme'], away)).toBe(1);
  expect(terminal).toMatchObject({ out: '', err: 'Gone away.\n' });
});

test('the help of `webhook-secret` has examples', async () => {
  expect(await accounts(['webhook-secret', '--help'])).toBe(0);
  expect(terminal.out).toContain('$ SECRET=$(adwright accounts webhook-secret acme)');
});
