import { pageRoute, type AdminRoute } from '../contract.ts';
import type { AdminDeps } from '../deps.ts';
import { texts } from '../texts/texts.ts';
import { number } from '../web/components/formats.ts';
import { emptyState } from '../web/components/parts.ts';
import { table } from '../web/components/table.ts';
import { page } from '../web/page.ts';
import { viewOf } from '../web/view-of.ts';

const { pricing, shell } = texts;

/** Page with the price of each action. */
export function pricingRoutes(deps: Pick<AdminDeps, 'prices' | 'publicUrl' | 'clock'>): AdminRoute[] {
  return [
    pageRoute('/pricing', { role: 'viewer', owner: true }, (request) => {
      const view = viewOf(request, request.caller, deps);
      const body = table({
        caption: shell.titles.pricing,
        columns: [
          { title: pricing.action, cell: ([action]) => action },
          { title: pricing.unit, cell: ([, { unit }]) => unit },
          { title: pricing.credits, cell: ([, { credits }]) => number(view, credits), isNumber: true },
        ],
        rows: Object.entries(deps.prices),
        empty: emptyState(pricing.none, ''),
      });
      return page(view, { title: shell.titles.pricing, section: '/pricing', body });
    }),
  ];
}
