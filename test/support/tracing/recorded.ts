import type { EndedSpan, Tracing } from '../../../src/tracing/port.ts';

/** Keeps the spans that are recorded. `isSampled` decides about traces that begin with a job. */
export function recorded({ isSampled = true } = {}): Tracing & { spans: EndedSpan[] } {
  const spans: EndedSpan[] = [];
  const record = (span: EndedSpan): void => {
    spans.push(span);
  };
  return { spans, isSampled: () => isSampled, record };
}
