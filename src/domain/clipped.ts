/**
 * Returns the text shortened to at most `max` code points, cut between two words where possible, with an ellipsis at
 * the cut. Returns a text that fits unchanged.
 */
export function clipped(text: string, max: number): string {
  const points = Array.from(text);
  if (points.length <= max) return text;
  const cut = points.slice(0, max - 1).join('');
  return `${cut.replace(/\s+\S{0,30}$/u, '').trimEnd()}…`;
}
