import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Locator, Page, Response } from 'playwright-core';
import { formIdField } from '../../src/admin/web/components/form.ts';
import { openBrowser, openWindow } from '../support/admin/admin-browser.ts';
import { openRoleInstallation, type RoleInstallation } from '../support/admin/role-rows/role-installation.ts';
import { isRefused, people, personNames, statusFor } from '../support/admin/role-rows/role-row.ts';
import type { ActionRow, PersonName } from '../support/admin/role-rows/role-row.ts';
import { roleRows } from '../support/admin/role-rows/role-rows.ts';

const actions = roleRows.filter((row) => row.method === 'post');
/** Titles of the pages of refusals, by status. */
const titles: Readonly<Record<number, string>> = { 403: 'Not allowed', 404: 'Not found' };

let installation: RoleInstallation;
let browser: Browser;
const pages = new Map<PersonName, Page>();

beforeAll(async () => {
  [installation, browser] = await Promise.all([openRoleInstallation(), openBrowser()]);
  const { rig } = installation;
  for (const person of personNames) {
    // Without script, no page changes while the test uses it.
    const window = await openWindow(browser, rig, rig.as(people[person]), { hasScript: false });
    pages.set(person, await window.newPage());
  }
});
afterAll(async () => {
  await browser.close();
  await installation.close();
});

test.each(actions.map((row) => [row.name, row] as const))('each role at %s', async (_, row) => {
  const before = await installation.stored();
  const refused = personNames.filter((person) => isRefused(row, person));
  await Promise.all(refused.map((person) => expectRefusal(person, row)));
  expect(await installation.stored()).toEqual(before);
  for (const person of personNames.filter((one) => !isRefused(row, one))) {
    const status = await act(await opened(person, row), installation.rowFor(row, person));
    expect([person, status]).toEqual([person, statusFor(row, person)]);
  }
});

/** Opens the page that offers an action. Checks that it does so for the people who may run the action alone. */
async function opened(person: PersonName, row: ActionRow): Promise<Page> {
  const page = pages.get(person);
  if (page === undefined) throw new Error(`${person} has no window`);
  const known = installation.rowFor(row, person);
  await page.goto(installation.rig.url + known.at);
  const offers = known.asks === undefined ? buttonOf(page, known) : page.locator(`main a[href^="${known.asks}"]`);
  const isOffered = titles[statusFor(row, person)] === undefined;
  expect([person, await offers.count()]).toEqual([person, isOffered ? 1 : 0]);
  return page;
}

/** Sends the form of an action although the page has none, and checks that the server refuses it with a page. */
async function expectRefusal(person: PersonName, row: ActionRow): Promise<void> {
  const page = await opened(person, row);
  const { path, form = {} } = installation.rowFor(row, person);
  const fields = Object.entries({ ...form, [formIdField]: randomUUID() });
  const answer = await answerTo(page, () => page.evaluate(`(${sendForm})(${JSON.stringify({ path, fields })})`));
  const status = statusFor(row, person);
  expect([person, answer.status()]).toEqual([person, status]);
  const [title] = [titles[status]];
  if (title !== undefined) expect([person, await page.locator('h1').innerText()]).toEqual([person, title]);
}

/** A function of the page that makes a form and sends it. */
const sendForm = `({ path, fields }) => {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: path });
  for (const [name, value] of fields) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
  document.body.append(form);
  form.submit();
}`;

/** Runs an action as a person does, with its link, fields and button. Returns the status of the answer. */
async function act(page: Page, row: ActionRow): Promise<number> {
  if (row.asks !== undefined) await page.click(`main a[href^="${row.asks}"]`);
  for (const [name, value] of Object.entries(row.form ?? {})) await enter(page, `[action="${row.path}"]`, name, value);
  return (await answerTo(page, () => buttonOf(page, row).click())).status();
}

/** Enters a value in a field of a form, unless the form has no such field. */
async function enter(page: Page, form: string, name: string, value: string): Promise<void> {
  const [choice, field] = ['select', 'input'].map((kind) => page.locator(`form${form} ${kind}[name="${name}"]`));
  if (choice !== undefined && (await choice.count()) > 0) await choice.selectOption(value);
  if (field === undefined || (await field.count()) === 0) return;
  const closed = page.locator(`details:not([open]):has([name="${name}"]) > summary`);
  if ((await closed.count()) > 0) await closed.click();
  await field.fill(value);
}

/** Returns the button that sends the form of an action. A form with several buttons has one for the action. */
function buttonOf(page: Page, { path, form = {} }: ActionRow): Locator {
  const { action } = form;
  const which = action === undefined ? ':not([name])' : `[name="action"][value="${action}"]`;
  return page.locator(`main form[action="${path}"] button${which}`);
}

/** Returns the answer to a form, once the page that follows is open. */
async function answerTo(page: Page, send: () => Promise<unknown>): Promise<Response> {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  const [answer] = await Promise.all([answered, page.waitForEvent('framenavigated'), send()]);
  return answer;
}
