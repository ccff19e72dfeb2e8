import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { createRoutes } from '../../src/admin/routes.ts';
import { mayRun } from '../../src/operations/actor.ts';
import { operations } from '../../src/operations/registry.ts';
import { hostile, openRoleInstallation, type RoleInstallation } from '../support/admin/role-rows/role-installation.ts';
import { isRefused, people, personNames, statusFor } from '../support/admin/role-rows/role-row.ts';
import type { PersonName, RoleRow } from '../support/admin/role-rows/role-row.ts';
import { roleRows } from '../support/admin/role-rows/role-rows.ts';

/** Operations that no page of the dashboard offers: they are commands. */
const commandsOnly = ['job.redraw'];

let installation: RoleInstallation;

beforeAll(async () => {
  installation = await openRoleInstallation();
});
afterAll(() => installation.close());

function send(person: PersonName, row: RoleRow): Promise<Response> {
  const client = installation.rig.as(people[person]);
  return row.method === 'get' ? client.get(row.path) : client.post(row.path, row.form ?? {});
}

test.each(roleRows.map((row) => [row.name, row] as const))('each role at %s', async (_, row) => {
  // The people who may not come first, so that a refused action would be seen to have changed something.
  const statuses = new Map<PersonName, number>();
  const answer = async (person: PersonName) =>
    statuses.set(person, (await send(person, installation.rowFor(row, person))).status);
  const before = await installation.stored();
  for (const person of personNames.filter((one) => isRefused(row, one))) await answer(person);
  expect(await installation.stored()).toEqual(before);
  for (const person of personNames.filter((one) => !isRefused(row, one))) await answer(person);
  expect(personNames.map((person) => statuses.get(person))).toEqual(row.statuses);
});

test.each(
  roleRows.filter((row) => statusFor(row, 'owner of another account') === 404).map((row) => [row.name, row] as const),
)('for the owner of another account, %s is the same as for an object that does not exist', async (_, row) => {
  const stranger = 'owner of another account';
  const [known, missing] = [installation.rowFor(row, stranger), installation.missing(row)];
  const [real, none] = await Promise.all([send(stranger, known), send(stranger, missing)]);
  const text = async (response: Response, { path }: RoleRow) =>
    (await response.text()).replaceAll(path, '').replaceAll(/data-at="\d+"/g, '');
  expect(await text(real, known)).toBe(await text(none, missing));
  expect(real.status).toBe(none.status);
});

test.each(roleRows.map((row) => [row.name, row] as const))(
  '%s shows texts of others and what was typed as text',
  async (_, row) => {
    const form = row.method === 'get' ? {} : (row.form ?? {});
    const typed = Object.fromEntries(Object.keys(form).map((name) => [name, hostile]));
    for (const sent of [form, typed]) {
      const known = installation.rowFor(row, 'admin');
      const response = await send('admin', known.method === 'get' ? known : { ...known, form: sent });
      expect(await response.text()).not.toContain('<script>alert');
    }
  },
);

test('every address refuses the people without its right, whatever it is about', async () => {
  const wrong: string[] = [];
  for (const { contract } of createRoutes({ ...installation.rig.deps, metrics: new Registry() })) {
    const { right, method, authentication } = contract;
    if (authentication === 'public' || right === undefined) continue;
    const path = contract.path.replaceAll(/\{\w+\}/g, 'acme');
    for (const person of personNames.filter((one) => !mayRun(right, people[one]))) {
      const client = installation.rig.as(people[person]);
      const { status } = await (method === 'get' ? client.get(path) : client.post(path, {}));
      if (status !== 403) wrong.push(`${method} ${path}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('every action has a row', () => {
  const wanted = operations.filter(({ effect, right }) => effect !== 'reads' || right.recentSignIn === true);
  const named = new Set(roleRows.map((row) => (row.method === 'get' ? undefined : row.operation)));
  expect(wanted.map(({ name }) => name).filter((name) => !named.has(name))).toEqual(commandsOnly);
});
