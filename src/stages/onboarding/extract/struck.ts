/**
 * Matches the classes of an element that shows a former price. Only whole words of a class count: `old-price` matches,
 * `font-bold` does not.
 */
export const struck = new RegExp(
  [
    '<(?:del|s|strike)>',
    String.raw`(?<![\w:])(?:[a-z]+[-_]+)*(?:old|rrp|uvp|msrp|struck|strike|strikethrough|compare|crossed)(?:[-_]+[a-z]+)*(?![\w:])`,
    String.raw`(?<![\w:])(?:was|line-through|oldprice|priceold|wasprice|listprice|regularprice)(?![\w:])`,
    String.raw`(?<![\w:])(?:[a-z]+[-_]+)*(?:(?:was|list|regular|before|original|former|previous)[-_]+price|price[-_]+(?:was|list|before|original|former|previous))(?![\w:])`,
  ].join('|'),
);
