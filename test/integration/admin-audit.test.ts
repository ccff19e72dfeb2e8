import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { ArtifactAuditLog } from '../../src/audit-log/artifact-audit-log.ts';
import { parseRow } from '../../src/domain/audit-row.ts';
import { AuditLogUnavailable, type AuditRow } from '../../src/audit-log/port.ts';
import { bytes } from '../../src/http/answer.ts';
import { openAdmin, ownerOf, viewer, type AdminRig } from '../support/admin/admin-rig.ts';
import { auditRow, auditRows } from '../support/admin/audit-rows.ts';
import { Installation } from '../support/installation/installation.ts';
import { namespace } from '../support/installation/objects.ts';
import { mainOf } from '../support/admin/main-of.ts';
import { AutoAdvancingClock } from '../support/time/auto-advancing-clock.ts';

let home: Installation;
let rig: AdminRig;
beforeEach(async () => {
  home = new Installation();
  rig = await openAdmin(home);
});
afterEach(async () => {
  await rig.close();
  home.close();
});

async function pageOf(path: string, actor: Parameters<AdminRig['as']>[0] = viewer) {
  const response = await rig.as(actor).get(path);
  return { status: response.status, $: load(await response.text()) };
}

const shownIn = ($: ReturnType<typeof load>): string[] =>
  $('tbody tr')
    .toArray()
    .map((row) => $(row).attr('id')?.replace('row-', '') ?? '');
const idsOf = (rows: readonly AuditRow[]): string[] => rows.map(({ id }) => id);
const targetOf = (account: string) => ({ kind: 'ApiKey', namespace, name: `key-of-${account}`, account });

test('a row shows who, from where, what, the change, the outcome and the reason, and leads to its target', async () => {
  await rig.auditLog.write(auditRow({ outcome: 'done' }));
  const { $ } = await pageOf('/audit');
  const cells = $('tbody td')
    .toArray()
    .map((cell) => $(cell).text().replaceAll(/\s+/g, ' ').trim());
  expect(cells.slice(1)).toEqual([
    'Adau-17person',
    '192.0.2.7Firefox',
    'account.grant',
    'AdAccountads/acme',
    expect.stringMatching(/weight\s*1\s*2/),
    'Done',
    'invoice 2041',
  ]);
  expect($('tbody a').attr('href')).toBe('/accounts/ads/acme');
});

test('pages keep the filter and contain each row once', async () => {
  const rows = auditRows(120, (index) => ({ action: index % 2 === 0 ? 'job.cancel' : 'job.erase' }));
  rig.auditLog.rows = rows;
  const seen: string[] = [];
  let path: string | undefined = '/audit?action=job.cancel';
  while (path !== undefined) {
    const { $ } = await pageOf(path);
    seen.push(...shownIn($));
    path = $('.pager a[rel=next]').attr('href');
  }
  expect(seen).toEqual(idsOf(rows.filter(({ action }) => action === 'job.cancel').toReversed()));
});

test.each<[string, string, string[]]>([
  ['actor', 'actor=grace', ['b']],
  ['start of the action', 'action=api_key.', ['b', 'c']],
  ['target', 'target=ads%2Facme', ['a']],
  ['first day', 'from=2026-11-27', ['c']],
  ['last day, to its end', 'to=2026-11-26', ['a', 'b']],
  ['last minute, to its end', 'to=2026-11-26T10:01', ['a', 'b']],
  ['all of them', 'actor=u&action=api&from=2026-11-26&to=2026-12-31', ['c']],
])('the address filters by %s', async (_, query, want) => {
  const of = { a: {}, b: { actor: { kind: 'command' as const, subject: 'grace@laptop' } }, c: {} };
  const times = { a: '2026-11-26T10:00:00.000Z', b: '2026-11-26T10:01:59.000Z', c: '2026-11-27T00:00:00.000Z' };
  const key = { action: 'api_key.revoke', target: targetOf('acme') };
  for (const name of ['a', 'b', 'c'] as const)
    await rig.auditLog.write(auditRow({ ...(name !== 'a' && key), ...of[name], time: times[name], reason: name }));
  const { $ } = await pageOf(`/audit?${query}`);
  const reasons = $('tbody tr')
    .toArray()
    .map((row) => $(row).find('td').last().text().trim());
  expect(reasons.toSorted()).toEqual(want);
});

test.each<[string, string, string, string]>([
  ['a time that is none', 'from=yesterday', 'from', 'yesterday'],
  ['a day that does not exist', 'to=2026-02-30', 'to', '2026-02-30'],
  ['an end before the start', 'from=2026-11-27&to=2026-11-26', 'to', '2026-11-26'],
  ['a very long text', `actor=${'x'.repeat(201)}`, 'actor', 'x'.repeat(201)],
  ['a filter that is given twice', 'action=job.&action=key.', 'action', 'job.'],
])('%s is shown with its fault, and the rest of the filter applies', async (_, query, name, value) => {
  const rows = [auditRow(), auditRow({ target: targetOf('other') })];
  rig.auditLog.rows = [...rows];
  const { status, $ } = await pageOf(`/audit?${query}&target=ads%2Facme`);
  expect(status).toBe(200);
  expect($(`[name=${name}]`).val()).toBe(value);
  expect($(`[name=${name}]`).attr('aria-invalid')).toBe('true');
  expect($('[name=target]').val()).toBe('ads/acme');
  expect(shownIn($)).toEqual(query.startsWith('from=2026') ? [] : [rows[0]?.id]);
  expect($('a[download]').attr('href')).not.toContain(`${name}=`);
  expect((await rig.as(viewer).get(`/audit/export?${query}`)).status).toBe(400);
});

test('an address with an unknown place in the log shows the newest rows and says so', async () => {
  await rig.auditLog.write(auditRow());
  const { status, $ } = await pageOf('/audit?cursor=nonsense');
  expect(status).toBe(200);
  expect($('.notice').text()).toContain('is not valid');
  expect(shownIn($)).toHaveLength(1);
});

test('texts of strangers in any field of a row run nothing', async () => {
  const evil = '"><script>x</script><img src=x onerror=x>\'';
  rig.auditLog.rows = [
    auditRow({
      ...{ action: evil, reason: evil, before: { [evil]: evil }, after: { [evil]: [evil] } },
      actor: { kind: 'person', subject: evil, name: evil, groups: [evil], session: evil },
      source: { ip: evil, userAgent: evil, requestId: evil },
      target: { kind: 'AdJob', namespace: evil, name: evil, uid: evil, hint: evil, account: evil },
    }),
    auditRow({ target: { kind: 'AdAccount', namespace: 'javascript:x', name: '../../x' } }),
    auditRow({ target: { kind: evil, namespace: evil, name: evil } }),
  ];
  const query = `actor=${encodeURIComponent(evil)}&from=${encodeURIComponent(evil)}`;
  for (const path of ['/audit', `/audit?${query}`, `/audit?cursor=${encodeURIComponent(evil)}`]) {
    const { $ } = await pageOf(path);
    expect($('main script, main img, [onerror]')).toHaveLength(0);
    for (const link of $('tbody a').toArray()) expect($(link).attr('href')).toMatch(/^\/(jobs|accounts)\//);
  }
});

test('an owner sees the rows of own accounts, and nothing says that there are others', async () => {
  const rows = ['acme', 'other', 'acme'].map((account) => auditRow({ target: targetOf(account), after: { account } }));
  const { target: _, ...signIn } = auditRow({ action: 'session.start' });
  const elsewhere = auditRow({ target: { ...targetOf('acme'), namespace: 'elsewhere' } });
  const account = auditRow({ target: { kind: 'AdAccount', namespace, name: 'acme' } });
  rig.auditLog.rows = [...rows, signIn, elsewhere, account];
  const own = [rows[0], rows[2], account].map((row) => row?.id);
  const { $ } = await pageOf('/audit', ownerOf('acme'));
  expect(shownIn($).toSorted()).toEqual(own.toSorted());
  const text = await (await rig.as(ownerOf('acme')).get('/audit/export?format=jsonl')).text();
  expect(text.trim().split('\n')).toHaveLength(3);
  const [others, nobody] = await Promise.all(
    ['key-of-other', 'key-of-nobody'].map(async (name) => {
      const found = await rig.as(ownerOf('acme')).get(`/audit?target=${name}`);
      return mainOf(await found.text()).replaceAll(name, '');
    }),
  );
  expect(others).toBe(nobody);
});

test('an owner does not see from where staff act, in which session and in which groups', async () => {
  const staff = {
    kind: 'person' as const,
    subject: 'u-9',
    name: 'Grace',
    groups: ['secret-group'],
    session: 'secret-id',
  };
  const source = { ip: '203.0.113.9', userAgent: 'SecretAgent', requestId: 'secret-request' };
  rig.auditLog.rows = [auditRow({ target: targetOf('acme'), actor: staff, source })];
  for (const path of ['/audit', '/audit/export?format=csv', '/audit/export?format=jsonl']) {
    const seen = async (actor: Parameters<AdminRig['as']>[0]) => (await rig.as(actor).get(path)).text();
    expect(await seen(ownerOf('acme'))).toContain('Grace');
    expect(await seen(ownerOf('acme'))).not.toMatch(/203\.0\.113\.9|secret/i);
    expect(await seen(viewer)).toContain('203.0.113.9');
  }
});

test('a search that a limit ends says how far it came, and a link continues it', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  rig.auditLog.page = (_, { signal }) => {
    signals.push(signal);
    return Promise.resolve({ rows: [], cursor: 'place', searchedTo: '2026-11-20T08:00:00.000Z' });
  };
  const { $ } = await pageOf('/audit?action=job.');
  expect(signals).toEqual([expect.any(AbortSignal)]);
  expect($('.pager').text().replaceAll(/\s+/g, ' ')).toMatch(/Searched back to .+ Continue the search/);
  expect($('.pager time').attr('datetime')).toBe('2026-11-20T08:00:00.000Z');
  expect($('.pager a[rel=next]').attr('href')).toMatch(/^\/audit\?action=job\.&cursor=/);
});

test('an export is recorded with its filter before it begins', async () => {
  await (await rig.as(viewer).get('/audit/export?format=jsonl&action=job.')).text();
  expect(rig.auditLog.rows).toEqual([
    expect.objectContaining({
      ...{ action: 'audit_log.export', outcome: 'done', after: { format: 'jsonl', action: 'job.' } },
      actor: expect.objectContaining({ name: 'Ada' }),
    }),
  ]);
});

test('an export that cannot be recorded is refused', async () => {
  await rig.auditLog.write(auditRow());
  rig.auditLog.write = () => Promise.reject(new AuditLogUnavailable('full'));
  const { status, $ } = await pageOf('/audit/export?format=csv');
  expect(status).toBe(503);
  expect($('h1').text()).toBe('Nothing was exported');
});

test('an export breaks off when the session of its reader ends', async () => {
  const { deps } = rig;
  const { authenticate } = deps;
  let requests = 0;
  deps.clock = new AutoAdvancingClock();
  const ended = { kind: 'refused' as const, answer: bytes(401, 'text/plain', Buffer.from('')) };
  deps.authenticate = (...given) => (requests++ === 0 ? authenticate(...given) : Promise.resolve(ended));
  rig.auditLog.all = async function* () {
    for (;;) yield await setImmediate(auditRow());
  };
  const response = await rig.as(viewer).get('/audit/export?format=jsonl');
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
});

test('an export as JSON Lines has every row with every field', async () => {
  const rows = auditRows(3, () => ({ count: 2 }));
  rig.auditLog.rows = [...rows];
  const response = await rig.as(viewer).get('/audit/export?format=jsonl');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-[\d-]+\.jsonl"$/);
  const lines = (await response.text()).trim().split('\n');
  const exported = lines.map((line): unknown => JSON.parse(line));
  expect(exported).toEqual(expect.arrayContaining(rows));
  expect(exported).toHaveLength(rows.length + 1);
});

test('an export as CSV has the rows of the filter, and runs no formula in a spreadsheet', async () => {
  rig.auditLog.rows = [auditRow({ reason: '=1+1', action: 'job.erase' }), auditRow({ reason: 'no', action: 'key.x' })];
  const response = await rig.as(viewer).get('/audit/export?format=csv&action=job.');
  expect(response.headers.get('content-type')).toContain('text/csv');
  const [head = '', row = '', ...rest] = (await response.text()).split('\r\n');
  expect(head).toMatch(/^time,id,actor_kind,.*,outcome,reason$/);
  expect(row).toMatch(/,started,'=1\+1$/);
  expect(rest).toEqual(['']);
});

test('an export of 10,000 rows is sent while the log grows', async () => {
  const auditLog = new ArtifactAuditLog({ artifacts: home.artifacts, logger: home.logger });
  const many = auditRows(10_000);
  await Promise.all(many.map((row) => auditLog.write(row)));
  const whole = await openAdmin(home, { auditLog });
  try {
    const response = await whole.as(viewer).get('/audit/export?format=jsonl');
    const reader = response.body?.getReader();
    let text = '';
    for (let grown = 0; ; grown += 1) {
      const part = await reader?.read();
      if (part?.value === undefined) break;
      text += Buffer.from(part.value).toString('latin1');
      if (grown < 20) await auditLog.write(auditRow({ time: '2027-06-01T00:00:00.000Z' }));
    }
    const lines = text.trim().split('\n');
    expect(lines).toHaveLength(10_001);
    const exported = new Set(lines.map((line) => parseRow(line)?.id));
    expect(idsOf(many).filter((id) => !exported.has(id))).toEqual([]);
  } finally {
    await whole.close();
  }
});

test.each(['/audit', '/audit/export?format=csv', '/audit/export?format=jsonl'])(
  'a log that cannot be read makes %s a page that says so',
  async (path) => {
    rig.auditLog.write = () => Promise.resolve();
    rig.auditLog.isFull = true;
    const { status, $ } = await pageOf(path);
    expect(status).toBe(503);
    expect($('h1').text()).toContain('audit log cannot be read');
  },
);

test('an export in an unknown format is refused', async () => {
  expect((await pageOf('/audit/export?format=xml')).status).toBe(400);
});
