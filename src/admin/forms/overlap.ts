/** Longest time for which an old secret stays valid after a rotation. */
export const overlapHoursMax = 90 * 24;

/** Reads the field `overlapHours`, in milliseconds. Returns undefined for a value that is not allowed. */
export function overlapMsOf(form: URLSearchParams): number | undefined {
  const text = form.get('overlapHours')?.trim() ?? '';
  const hours = /^\d{1,4}(\.\d+)?$/.test(text) ? Number(text) : NaN;
  return hours >= 0 && hours <= overlapHoursMax ? Math.round(hours * 3_600_000) : undefined;
}
