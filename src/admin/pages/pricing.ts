import { adTypes } from '#ad-types';
import type { Price } from '../../ads/price.ts';
import { pageRoute, type AdminRoute } from '../contract.ts';
import type { AdminDeps } from '../deps.ts';
import { texts } from '../texts/texts.ts';
import { number } from '../web/components/formats.ts';
import { emptyState, inlineCode, section } from '../web/components/parts.ts';
import { fieldLabel } from '../web/components/field-label.ts';
import { table } from '../web/components/table.ts';
import { html, type Html } from '../web/html.ts';
import { page } from '../web/page.ts';
import type { View } from '../web/view.ts';
import { viewOf } from '../web/view-of.ts';

const { pricing, shell } = texts;

type Row = [name: string, price: Pick<Price, 'action' | 'credits' | 'unit'>];

interface Group {
  title: string;
  note: string;
  rows: Row[];
}

/** Page with the price of each action. */
export function pricingRoutes(deps: Pick<AdminDeps, 'prices' | 'publicUrl' | 'clock'>): AdminRoute[] {
  return [
    pageRoute('/pricing', { role: 'viewer', owner: true }, (request) => {
      const view = viewOf(request, request.caller, deps);
      const groups = groupsOf(Object.entries(deps.prices)).filter(({ rows }) => rows.length > 0);
      const body =
        groups.length === 0 ? emptyState(pricing.none, '') : groups.map((group) => groupSection(view, group));
      return page(view, { title: shell.titles.pricing, section: '/pricing', body });
    }),
  ];
}

/** The actions of each type of ad, and those that no type of ad charges. */
function groupsOf(all: readonly Row[]): Group[] {
  const types = adTypes.map(({ name, prices, priceNote }) => ({
    ...{ title: fieldLabel(name), note: priceNote, rows: all.filter(([action]) => Object.hasOwn(prices, action)) },
  }));
  const others = all.filter(([action]) => !adTypes.some(({ prices }) => Object.hasOwn(prices, action)));
  return [...types, { title: pricing.others, note: pricing.othersNote, rows: others }];
}

function groupSection(view: View, { title, note, rows }: Group): Html {
  const prices = table<Row>({
    caption: title,
    columns: [
      { title: pricing.action, cell: ([, { action }]) => action, card: 'title' },
      { title: pricing.unit, cell: ([, { unit }]) => unit, card: 'fact' },
      {
        ...{ title: pricing.credits, isNumber: true, card: 'state' },
        cell: ([, { credits }]) => (credits === 0 ? pricing.free : number(view, credits)),
      },
    ],
    rows,
    empty: html``,
  });
  return section(title, html`<p>${inlineCode(note)}</p>${prices}`);
}
