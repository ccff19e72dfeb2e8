import type { Token } from './tokens.ts';

/** A part of a clause that is wanted or refused as a whole. */
export interface Segment {
  isRefused: boolean;
  tokens: readonly Token[];
}

interface OpenSegment {
  isRefused: boolean;
  tokens: Token[];
  /** Label of the word before the segment. */
  joins: string;
}

const idle = new Set(['filler', 'look', 'qualities', 'background', 'only', 'on-color', 'say', 'rest']);

/** Reports whether a token names something that can be wanted or refused. */
const names = ({ label }: Token): boolean => !idle.has(label);

const things = new Set([
  ...['product_name', 'logo', 'brand_name', 'price', 'offer', 'subheadline', 'headline', 'cta', 'text', 'date'],
  ...['picture', 'people', 'product', 'filler', 'conjunction', 'or'],
]);

/** Reports whether tokens only list things, so that a refusal before them counts for them too. */
const isList = (tokens: readonly Token[]): boolean =>
  tokens.length > 0 && tokens.every(({ label }) => things.has(label)) && tokens.some(names);

const joining = new Set(['or', 'conjunction']);

/**
 * Divides a clause at conjunctions and refusals. A refusal counts for what follows it, and for what comes before it if
 * nothing follows, as in `Preis nicht zeigen`. It also counts for the things that `or` or `and` adds to it, also after
 * a comma (`isAfterRefusal`): `no price, logo or button`.
 */
export function segmentsOf(tokens: readonly Token[], isAfterRefusal = false): Segment[] {
  const isMore = isAfterRefusal && tokens.some(({ label }) => label === 'or') && isList(tokens);
  const start: OpenSegment = { isRefused: isMore, tokens: [], joins: '' };
  const { done, open } = tokens.reduce(withToken, { done: [], open: start });
  return closed(done, open);
}

/** Reports whether a token such as `but` ends a refusal of what comes before it: `no logo but show the price`. */
const endsRefusal = ({ label }: Token, { isRefused, tokens }: OpenSegment): boolean =>
  label === 'except' && isRefused && tokens.some(names);

interface Division {
  done: Segment[];
  open: OpenSegment;
}

function withToken({ done, open }: Division, token: Token): Division {
  const next = (segment: OpenSegment, joins: string, isRefused = false): Division => ({
    done: closed(done, segment),
    open: { isRefused, tokens: [], joins },
  });
  if (joining.has(token.label) || token.label === 'but' || endsRefusal(token, open)) return next(open, token.label);
  if (token.label === 'refusal-after') return next({ ...open, isRefused: true }, '');
  if (token.label !== 'refusal') return { done, open: { ...open, tokens: [...open.tokens, token] } };
  return open.tokens.some(names) ? next(open, 'refusal', true) : { done, open: { ...open, isRefused: true } };
}

/** Returns the finished segments and the open one, which ends here. */
function closed(done: readonly Segment[], open: OpenSegment): Segment[] {
  const before = done.at(-1);
  const hasNames = open.tokens.some(names);
  if (before !== undefined && open.joins === 'refusal' && !hasNames)
    return [...done.slice(0, -1), { isRefused: true, tokens: [...before.tokens, ...open.tokens] }];
  if (open.tokens.length === 0) return [...done];
  const isListed = before?.isRefused === true && joining.has(open.joins) && isList(open.tokens);
  return [...done, { isRefused: open.isRefused || isListed, tokens: open.tokens }];
}
