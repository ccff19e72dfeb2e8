const leftToRightMark = '\u200e';
const isolate = '\u2066';
const popIsolate = '\u2069';

const groupedNumber = /\+?\(?\d[\d()]*(?:[ \u00a0\u202f.\-–/][\d()]+){2,}/gu;

const strongLeftToRight = /\p{L}/u;
const strongRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Adds invisible direction marks to the lines of a right-to-left text only, because each line is drawn without
 * knowledge of the previous line. A line that starts with a number gets a left-to-right mark if the previous line ends
 * with Latin letters (Unicode bidirectional algorithm, rule W7). A number that is written in groups of digits is
 * isolated from the text around it.
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
