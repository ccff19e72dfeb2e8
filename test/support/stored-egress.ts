import { EgressError, type Egress, type EgressReason } from '../../src/egress/port.ts';

/** What a made-up network has at a URL: a file, or the reason why it cannot be had. */
export type Stored = Buffer | { reason: EgressReason; detail: string };

/** The way out into a made-up network. Counts what is asked for; whatever is not stored is a 404. */
export function storedEgress(files: Record<string, Stored>): Egress & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch(url, { bytesMax }) {
      asked.push(url);
      const { host } = new URL(url);
      const found = files[url] ?? { reason: 'bad_status', detail: 'it answered 404' };
      if (!Buffer.isBuffer(found)) return Promise.reject(new EgressError(found.reason, host, found.detail));
      if (found.length > bytesMax) {
        return Promise.reject(new EgressError('too_large', host, `its answer is over ${bytesMax} bytes`));
      }
      return Promise.resolve({ url, status: 200, contentType: null, bytes: found });
    },
  };
}
