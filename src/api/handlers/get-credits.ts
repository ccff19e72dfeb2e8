import { keyText } from '../../objects/object-key.ts';
import { invalid, json } from '../../http/answer.ts';
import { encodeCursor } from '../../http/cursor.ts';
import type { ApiDeps } from '../deps.ts';
import { queryCursor, queryNumber } from '../../http/query.ts';
import type { Handler } from '../route.ts';

const limits = { min: 1, max: 100, fallback: 20 };

export function getCredits({ ledger }: Pick<ApiDeps, 'ledger'>): Handler {
  return async ({ query, caller }) => {
    const { account } = caller;
    const scope = `credits of ${keyText(account)}`;
    const [limit, cursor] = [
      queryNumber(query, 'limit', limits),
      queryCursor(query, scope, 'a key of the same account'),
    ];
    const issues = [...limit.issues, ...cursor.issues];
    if (issues.length > 0) return invalid(issues);
    const { granted, reserved, spent, available } = await ledger.balance(account);
    const page = await ledger.history(account, { limit: limit.value, cursor: cursor.value });
    return json(200, {
      ...{ granted, reserved, spent, available },
      entries: page.entries.map(({ jobId, grantId, ...entry }) => ({ ...entry, job_id: jobId, grant_id: grantId })),
      next_cursor: page.cursor === undefined ? null : encodeCursor(scope, page.cursor),
    });
  };
}
