import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { createRoutes } from '../../src/admin/routes.ts';
import { adAccountKind } from '../../src/domain/kinds.ts';
import { mayRun } from '../../src/operations/actor.ts';
import { operations } from '../../src/operations/registry.ts';
import { openAdmin, type AdminRig } from '../support/admin/admin-rig.ts';
import { accountRows } from '../support/admin/role-rows/account-rows.ts';
import { keyRows } from '../support/admin/role-rows/key-rows.ts';
import { people, type RoleRow } from '../support/admin/role-rows/role-row.ts';
import { serviceRows } from '../support/admin/role-rows/service-rows.ts';
import { Installation } from '../support/installation/installation.ts';
import { createAccount, createApiKey, namespace } from '../support/installation/objects.ts';

/** Each part of the dashboard has a file of rows. */
const rows: readonly RoleRow[] = [...accountRows, ...keyRows, ...serviceRows];
/** Operations whose actions the rows contain. Add the start of a name here with the rows of its operations. */
const covered = ['account.', 'api_key.'];

/** A text that would run a script if it were not escaped. */
const hostile = `"'><script>alert(1)</script>`;

type Person = (typeof people)[keyof typeof people];
const everyone = Object.values(people);

let home: Installation;
let rig: AdminRig;

// The rows share one installation, so rows that make others impossible come last in their files.
beforeAll(async () => {
  home = new Installation();
  await home.ledger.audit.begin('epoch');
  await home.ledger.grant({ namespace, name: 'acme' }, { id: hostile, amount: 5 });
  await createAccount(home, { displayName: hostile, creditGrants: [{ id: hostile, amount: 5, note: hostile }] });
  await createAccount(home, {}, { namespace, name: 'beta' });
  await createApiKey(home, { hint: hostile });
  rig = await openAdmin(home);
});
afterAll(async () => {
  await rig.close();
  home.close();
});

function send(
  person: Person,
  { method, path, form = {} }: Pick<RoleRow, 'method' | 'path' | 'form'>,
): Promise<Response> {
  const client = rig.as(person);
  return method === 'get' ? client.get(path) : client.post(path, form);
}

test.each(rows.map((row) => [row.name, row] as const))('each role at %s', async (_, row) => {
  // The people with the fewest rights come first, so that a refused action would be seen to have changed something.
  const statuses = new Map<Person, number>();
  const before = await stored();
  const isRefused = (person: Person) => (row.statuses[everyone.indexOf(person)] ?? 0) >= 400;
  for (const person of everyone.filter(isRefused)) statuses.set(person, (await send(person, row)).status);
  expect(await stored()).toEqual(before);
  for (const person of everyone.filter((one) => !isRefused(one)))
    statuses.set(person, (await send(person, row)).status);
  expect(everyone.map((person) => statuses.get(person))).toEqual(row.statuses);
});

/** Version of all objects, which every write changes, and the signing secret. */
async function stored(): Promise<unknown> {
  const { resourceVersion } = await home.store.list(adAccountKind);
  return [resourceVersion, await home.accountSecrets.read({ namespace, name: 'acme' })];
}

test.each(rows.filter(({ statuses }) => statuses[4] === 404).map((row) => [row.name, row] as const))(
  'for the owner of another account, %s is the same as for an account that does not exist',
  async (_, row) => {
    const stranger = people['owner of another account'];
    const missing = row.path.replace(/(?<=\/default\/)[^/]+/, 'missing');
    const [real, none] = await Promise.all([send(stranger, row), send(stranger, { ...row, path: missing })]);
    const text = async (response: Response, path: string) =>
      (await response.text()).replaceAll(path, '').replaceAll(/data-at="\d+"/g, '');
    expect(await text(real, row.path)).toBe(await text(none, missing));
    expect(real.status).toBe(none.status);
  },
);

test.each(rows.map((row) => [row.name, row] as const))(
  '%s shows texts of others and what was typed as text',
  async (_, { form = {}, ...row }) => {
    const typed = Object.fromEntries(Object.keys(form).map((name) => [name, hostile]));
    for (const sent of [form, typed]) {
      const response = await send(people.admin, { ...row, form: sent });
      expect(await response.text()).not.toContain('<script>alert');
    }
  },
);

test('every address refuses the people without its right, whatever it is about', async () => {
  const wrong: string[] = [];
  for (const { contract } of createRoutes({ ...rig.deps, metrics: new Registry() })) {
    const { right, method, authentication } = contract;
    if (authentication === 'public' || right === undefined) continue;
    const path = contract.path.replaceAll(/\{\w+\}/g, 'acme');
    for (const person of everyone.filter((one) => !mayRun(right, one))) {
      const { status } = await send(person, { method, path });
      if (status !== 403) wrong.push(`${method} ${path}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('every action of these parts has a row', () => {
  const wanted = operations.filter(
    ({ name, effect, right }) =>
      covered.some((start) => name.startsWith(start)) && (effect !== 'reads' || right.recentSignIn === true),
  );
  const named = new Set(rows.map(({ operation }) => operation));
  expect(wanted.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});
