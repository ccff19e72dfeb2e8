/** Formats a time as RFC 3339 in UTC with whole seconds, rounded down, as Kubernetes does. */
export function timestamp(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
