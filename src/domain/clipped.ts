/** Returns the text cut to `max` code points at a word, with an ellipsis. A text that fits is not changed. */
export function clipped(text: string, max: number): string {
  const points = Array.from(text);
  if (points.length <= max) return text;
  const cut = points.slice(0, max - 1).join('');
  return `${cut.replace(/\s+\S{0,30}$/u, '').trimEnd()}…`;
}
