/** The text within `max` code points, cut at a word and with an ellipsis where it is longer. */
export function clipped(text: string, max: number): string {
  const points = Array.from(text);
  if (points.length <= max) return text;
  const cut = points.slice(0, max - 1).join('');
  return `${cut.replace(/\s+\S{0,30}$/u, '').trimEnd()}…`;
}
