/** Text that is spoken, or shown instead of speech, during a part of the film. */
export interface Cue {
  startSeconds: number;
  endSeconds: number;
  /** One or two lines, separated by `\n`. */
  text: string;
}

/** Returns captions as a WebVTT file. Cues without visible text are left out. */
export function webVtt(cues: readonly Cue[], language: string): string {
  const blocks = cues.map(({ startSeconds, endSeconds, text }) => ({
    time: `${timestamp(startSeconds)} --> ${timestamp(endSeconds)}`,
    lines: linesOf(text),
  }));
  const shown = blocks.filter(({ lines }) => lines !== '');
  return ['WEBVTT', `Language: ${language}`, ...shown.map(({ time, lines }) => `\n${time}\n${lines}`), ''].join('\n');
}

/** A blank line would end the cue, and `-->` or a tag would be read as syntax. */
function linesOf(text: string): string {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function timestamp(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1_000));
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60];
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${String(ms % 1_000).padStart(3, '0')}`;
}
