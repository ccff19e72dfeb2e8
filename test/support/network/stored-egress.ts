import { EgressError, type Egress, type EgressReason } from '../../../src/egress/port.ts';

/** Content of a URL in a simulated network: bytes, or the reason why they cannot be fetched. */
export type Stored = Buffer | { reason: EgressReason; detail: string };

/** Egress to a simulated network. It records the requested URLs. URLs that are not in `files` have status 404. */
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
