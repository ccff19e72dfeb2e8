/** Returns an amount in US dollars, such as `$0.04`, with as many decimals as it needs. */
export function dollars(microUsd: number, locale = 'en-US'): string {
  const format = new Intl.NumberFormat(locale, {
    ...{ style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 6 },
  });
  return format.format(microUsd / 1e6);
}
