import { decodeCursor, encodeCursor } from '../../../http/cursor.ts';
import { isLedgerError, type HistoryEntry, type HistoryPage } from '../../../ledger/port.ts';
import { keyText } from '../../../objects/object-key.ts';
import { readBalance } from '../../../operations/accounts/read-accounts.ts';
import type { AdAccount, AdAccountStatus } from '../../../schema/adaccount.ts';
import type { AdminDeps } from '../../deps.ts';
import { texts } from '../../texts/texts.ts';
import { statTile, tiles } from '../../web/components/figures.ts';
import { number, time } from '../../web/components/formats.ts';
import { pager } from '../../web/components/pager.ts';
import { emptyState, link, notice, section } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import { html, url, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import type { ObjectRequest } from '../object-request.ts';
import { accountPath, creditsMeter } from './account-parts.ts';
import { grantAnchor } from './grants.ts';

const { accounts: words } = texts;
const pageSize = 25;

/** Balance of an account. Without the ledger, it is the copy of the balance in the account, and has no history. */
interface ShownBalance {
  credits: AdAccountStatus['credits'];
  history: HistoryPage | undefined;
  hasBadCursor: boolean;
}

export async function balanceOf(
  { view, viewer, key }: ObjectRequest,
  account: AdAccount,
  deps: AdminDeps,
): Promise<ShownBalance> {
  const given = view.query.get('cursor') ?? '';
  const cursor = given === '' ? undefined : decodeCursor(scopeOf(key), given);
  const hasBadCursor = given !== '' && cursor === undefined;
  try {
    const read = await readBalance.run({ ...key, limit: pageSize, cursor }, deps, { actor: viewer.actor });
    if (read.kind === 'done') return { credits: read.balance, history: read.history, hasBadCursor };
  } catch (error) {
    if (!isLedgerError(error)) throw error;
  }
  return { credits: account.status?.credits, history: undefined, hasBadCursor };
}

function scopeOf(account: ObjectRequest['key']): string {
  return `dashboard-history/${keyText(account)}`;
}

export function balanceSection(view: View, { credits, history }: ShownBalance): Html {
  const shown = (value: number | undefined) => (value === undefined ? undefined : number(view, value));
  const body = html`${history === undefined ? notice('warning', words.balanceAway) : undefined}
  ${tiles(
    statTile(view, { name: words.available, value: shown(credits?.available), detail: creditsMeter(view, credits) }),
    statTile(view, { name: words.granted, value: shown(credits?.granted) }),
    statTile(view, { name: words.reserved, value: shown(credits?.reserved) }),
    statTile(view, { name: words.spent, value: shown(credits?.spent) }),
  )}`;
  return section(words.balance, body, 'credits');
}

export function historySection(
  { view, key }: ObjectRequest,
  { spec }: AdAccount,
  { history, hasBadCursor }: ShownBalance,
): Html | undefined {
  if (history === undefined) return undefined;
  const { entries, cursor } = history;
  const next = cursor === undefined ? undefined : { cursor: encodeCursor(scopeOf(key), cursor), done: '' };
  const newest = html`<a href="${url(view.to(accountPath(key)))}#history">${words.newest}</a>`;
  const shown = view.query.has('cursor') ? newest : undefined;
  const body = html`${hasBadCursor ? notice('warning', words.badCursor) : undefined}
    ${table({
      caption: words.history,
      columns: [
        { title: words.time, cell: (entry) => time(view, entry.time) },
        { title: words.kind, cell: ({ kind }) => texts.states.ledgerEntries[kind] },
        { title: words.amount, cell: ({ amount }) => number(view, amount), isNumber: true },
        { title: words.cause, cell: (entry) => causeOf(view, entry, { key, spec }) },
      ],
      rows: entries,
      empty: emptyState(words.historyEmpty, words.historyAdvice),
    })}
    ${pager(view, { shown, next, fragment: '#history' })}`;
  return section(words.history, body, 'history');
}

/** Returns the link from an entry of the history to its job or grant, with the reason of the grant. */
function causeOf(
  view: View,
  { kind, jobId, grantId }: HistoryEntry,
  { key, spec }: { key: ObjectRequest['key']; spec: AdAccount['spec'] },
): HtmlPart {
  if (jobId !== null) return link(view, `/jobs/${encodeURIComponent(jobId)}`, jobId);
  if (kind !== 'grant' || grantId === null) return words.oldGrant;
  const note = spec.creditGrants.find(({ id }) => id === grantId)?.note;
  const address = `${view.to(accountPath(key, '/grants'))}#${encodeURIComponent(grantAnchor(grantId))}`;
  return html`<a href="${url(address)}">${grantId}</a> ${note}`;
}
