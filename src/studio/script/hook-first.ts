import type { TimedBeat } from './plan.ts';

/**
 * Moves the strongest line to the front of a film that opens with nothing but a name: the offer, else the first other
 * line. A name is no reason to keep watching.
 */
export function hookFirst(beats: readonly TimedBeat[], names: readonly (string | null)[]): TimedBeat[] {
  const [opening, ...rest] = beats;
  if (opening === undefined || !isName(opening.show, names)) return [...beats];
  const body = rest.slice(0, -1);
  const hook =
    body.find(({ role }) => role === 'offer') ?? body.find(({ show }) => show !== '' && !isName(show, names));
  if (hook === undefined) return [...beats];
  const first = hook.role === 'offer' ? hook : { ...hook, role: opening.role };
  return [first, { ...opening, role: 'benefit' }, ...rest.filter((beat) => beat !== hook)];
}

/** Reports whether a text consists of names only. */
function isName(text: string, names: readonly (string | null)[]): boolean {
  const bare = (each: string) => each.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  const known = names.flatMap((name) => (name === null || bare(name) === '' ? [] : [bare(name)]));
  const rest = known.toSorted((a, b) => b.length - a.length).reduce((left, name) => left.replace(name, ''), bare(text));
  return bare(text) !== '' && rest === '';
}
