import { texts } from '../../texts/texts.ts';
import { number } from '../../web/components/formats.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

/** Price of the ad and balance of its account. Undefined parts are not known. */
export interface Cost {
  account: string | undefined;
  credits: number | undefined;
  available: number | undefined;
}

const { playground } = texts;

/** The price of the ad, which a script keeps current while the person fills in the form. */
export function priceBox(view: View, { account, credits, available }: Cost): Html {
  const isShort = credits !== undefined && available !== undefined && available < credits;
  return html`<output class="price" data-price-shown>
    <span class="soft">${playground.price}</span>
    <span class="strong"
      >${credits === undefined ? playground.priceUnknown : playground.priceOf(number(view, credits))}</span
    >
    <span class="soft">${balanceText(view, { account, available })}</span>
    ${isShort ? html`<span class="error">${playground.tooFew}</span>` : undefined}
  </output>`;
}

function balanceText(view: View, { account, available }: Pick<Cost, 'account' | 'available'>): string {
  if (account === undefined) return '';
  return available === undefined ? playground.balanceUnknown : playground.balance(account, number(view, available));
}
