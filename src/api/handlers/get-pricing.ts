import { json } from '../../http/answer.ts';
import type { ApiDeps } from '../deps.ts';
import type { Handler } from '../route.ts';

export function getPricing({ prices }: Pick<ApiDeps, 'prices'>): Handler {
  const answer = json(200, {
    actions: Object.values(prices).map(({ action, credits, unit }) => ({ action, credits, unit })),
  });
  return () => answer;
}
