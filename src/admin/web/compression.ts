import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';

/** Responses below this size gain nothing from compression. */
const bytesMin = 1_024;

/** Reports whether the browser accepts responses in gzip. */
export function acceptsGzip(headers: IncomingHttpHeaders): boolean {
  return /(^|,)\s*gzip\s*(;\s*q=(1|0\.\d*[1-9])\d*)?\s*(,|$)/i.test(
    [headers['accept-encoding'] ?? ''].flat().join(','),
  );
}

/** Returns the body of a response in gzip if the browser accepts it, with the headers that say so. */
export function compressed(bytes: Buffer, isAccepted: boolean): { bytes: Buffer; headers: Record<string, string> } {
  const headers = { Vary: 'Accept-Encoding' };
  if (!isAccepted || bytes.length < bytesMin) return { bytes, headers };
  return { bytes: gzipSync(bytes, { level: 5 }), headers: { ...headers, 'Content-Encoding': 'gzip' } };
}
