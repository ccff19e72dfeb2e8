/** RFC 3339 in UTC with whole seconds, rounded down, as Kubernetes writes its times. */
export function timestamp(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
