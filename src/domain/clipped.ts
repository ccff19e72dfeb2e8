/**
 * Returns the text shortened to at most `max` code points, with an ellipsis at the end. Cuts between two words where
 * possible. Returns a text of at most `max` code points unchanged.
 */
export function clipped(text: string, max: number): string {
  const points = Array.from(text);
  if (points.length <= max) return text;
  const cut = points.slice(0, max - 1).join('');
  return `${cut.replace(/\s+\S{0,30}$/u, '').trimEnd()}…`;
}
