const leftToRightMark = '\u200e';
const isolate = '\u2066';
const popIsolate = '\u2069';

/** A number in groups, such as a telephone number. Its groups keep their order in any context. */
const groupedNumber = /\+?\(?\d[\d()]*(?:[ \u00a0\u202f.\-–/][\d()]+){2,}/gu;

const strongLeftToRight = /\p{L}/u;
const strongRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Adds invisible direction marks to the lines of a right-to-left text, which keep numbers in order. Each line is drawn
 * separately. Therefore a number that follows Latin letters of the line before gets a mark (Unicode bidirectional
 * algorithm, W7), and a number in groups is isolated. Lines of left-to-right texts are unchanged.
 */
export function inVisualContext(lines: readonly string[], direction: 'ltr' | 'rtl'): string[] {
  if (direction === 'ltr') return [...lines];
  return lines.map((line, at) => {
    const isolated = line.replace(groupedNumber, (number) => `${isolate}${number}${popIsolate}`);
    return startsWithNumber(line) && endsLeftToRight(lines.slice(0, at)) ? leftToRightMark + isolated : isolated;
  });
}

const startsWithNumber = (line: string): boolean => /^[^\p{L}\p{N}]*\p{Nd}/u.test(line);

function endsLeftToRight(lines: readonly string[]): boolean {
  const last = Array.from(lines.join(' ')).findLast((letter) => strongLeftToRight.test(letter));
  return last !== undefined && !strongRightToLeft.test(last);
}
