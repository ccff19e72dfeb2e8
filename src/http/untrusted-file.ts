/** Policy for files that strangers may have made: a browser runs nothing in them and loads nothing that they name. */
export const untrustedPolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/**
 * Returns the policy for a file of this media type. A film that is opened alone is loaded by a page that the browser
 * makes for it, and without its own origin, this page could not load the film. The sandbox still runs no scripts.
 */
export function untrustedPolicyOf(type: string): string {
  return type.startsWith('video/') ? `${untrustedPolicy} allow-same-origin` : untrustedPolicy;
}

const byExtension: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['mp4', 'video/mp4'],
  ['vtt', 'text/vtt; charset=utf-8'],
]);

/** Returns the media type of a file of an ad. Returns undefined for other files, such as those of a brief. */
export function adFileType(name: string): string | undefined {
  return byExtension.get(name.slice(name.lastIndexOf('.') + 1));
}
