import { keyText } from '../../objects/object-key.ts';
import type { Issue } from '../../schema/issue.ts';
import { invalid, json } from '../../http/answer.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import type { ApiDeps } from '../deps.ts';
import { queryNumber } from '../../http/query-number.ts';
import type { Handler } from '../../http/route.ts';

const limits = { min: 1, max: 100, fallback: 20 };

export function getCredits({ ledger }: Pick<ApiDeps, 'ledger'>): Handler {
  return async ({ query, caller }) => {
    const { account } = caller();
    const scope = `credits of ${keyText(account)}`;
    const [limit, cursor] = [queryNumber(query, 'limit', limits), queryCursor(query, scope)];
    const issues = [...limit.issues, ...cursor.issues];
    if (issues.length > 0) return invalid(issues);
    const { granted, reserved, spent, available } = await ledger.balance(account);
    const page = await ledger.history(account, { limit: limit.value, cursor: cursor.position });
    return json(200, {
      ...{ granted, reserved, spent, available },
      entries: page.entries.map(({ jobId, grantId, ...entry }) => ({ ...entry, job_id: jobId, grant_id: grantId })),
      next_cursor: page.cursor === undefined ? null : encodeCursor(scope, page.cursor),
    });
  };
}

function queryCursor(query: URLSearchParams, scope: string): { position?: string | undefined; issues: Issue[] } {
  const texts = query.getAll('cursor');
  if (texts.every((text) => text === '')) return { position: undefined, issues: [] };
  const position = texts.length === 1 ? decodeCursor(scope, texts[0] ?? '') : undefined;
  if (position !== undefined) return { position, issues: [] };
  const msg = 'Use next_cursor of the previous page, unchanged, with a key of the same account.';
  return { issues: [{ loc: ['query', 'cursor'], msg, type: 'bad_format' }] };
}
