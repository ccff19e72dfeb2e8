import { invalid, json, problem } from '../../http/answer.ts';
import { encodeCursor } from '../../http/cursor.ts';
import { queryCursor, queryNumber } from '../../http/query.ts';
import { keyText } from '../../objects/object-key.ts';
import { readBalance } from '../../operations/accounts/read-accounts.ts';
import type { ApiDeps } from '../deps.ts';
import type { Handler } from '../route.ts';

const limits = { min: 1, max: 100, fallback: 20 };

export function getCredits(deps: Pick<ApiDeps, 'ledger'>): Handler {
  return async ({ query, caller }) => {
    const { account } = caller;
    const scope = `credits of ${keyText(account)}`;
    const [limit, cursor] = [
      queryNumber(query, 'limit', limits),
      queryCursor(query, scope, 'a key of the same account'),
    ];
    const issues = [...limit.issues, ...cursor.issues];
    if (issues.length > 0) return invalid(issues);
    const page = { ...account, limit: limit.value, cursor: cursor.value };
    const outcome = await readBalance.run(page, deps, { actor: caller });
    if (outcome.kind === 'not-found') return problem('not_found');
    const { granted, reserved, spent, available } = outcome.balance;
    const { entries, cursor: next } = outcome.history;
    return json(200, {
      ...{ granted, reserved, spent, available },
      entries: entries.map(({ jobId, grantId, ...entry }) => ({ ...entry, job_id: jobId, grant_id: grantId })),
      next_cursor: next === undefined ? null : encodeCursor(scope, next),
    });
  };
}
