/** Returns the `User-Agent` of all requests for pages and their files. */
export function stageUserAgent(version: string): string {
  return `adwright-stage/${version} (+brand onboarding)`;
}
