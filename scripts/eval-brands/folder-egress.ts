import { readFile, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { bareHost } from '../../src/domain/urls.ts';
import { EgressError, type Egress, type Fetched, type FetchLimits } from '../../src/egress/port.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/** Decodes a URL part. A part with broken escapes is returned unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function typeOf(file: string, bytes: Buffer): string {
  const known = types[extname(file).toLowerCase()];
  if (known !== undefined) return known;
  if (/<!doctype html|<html/i.test(bytes.subarray(0, 600).toString('latin1'))) return 'text/html';
  return file.includes('.css') ? 'text/css' : 'application/octet-stream';
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ?? false;
}

/**
 * Egress that serves one website from a folder and reaches no network. `base` is the URL of the folder. The URL of a
 * folder returns its `index.html`. A URL with a query returns the file whose name includes the query, because programs
 * that copy websites save it like this. All other hosts are unknown.
 */
export function folderEgress(folder: string, base: string): Egress {
  const root = resolve(folder);
  const home = new URL(base);

  async function fileOf(url: URL): Promise<string | undefined> {
    if (!url.pathname.startsWith(home.pathname)) return undefined;
    const path = decoded(url.pathname.slice(home.pathname.length));
    const names = [path + decoded(url.search), path, `${path}/index.html`, `${path}/index.htm`, `${path}.html`];
    for (const name of names) {
      const file = join(root, name);
      if (file.startsWith(root + sep) && (await isFile(file))) return file;
    }
    return undefined;
  }

  return {
    async fetch(address: string, limits: FetchLimits): Promise<Fetched> {
      const url = new URL(address);
      if (bareHost(url) !== bareHost(home))
        throw new EgressError('not_resolved', url.host, 'the name does not resolve');
      const file = await fileOf(url);
      if (file === undefined) throw new EgressError('bad_status', url.host, 'the server answered 404');
      const bytes = await readFile(file);
      if (bytes.length > limits.bytesMax) throw new EgressError('too_large', url.host, 'the answer is too large');
      return { url: address, status: 200, contentType: typeOf(file, bytes), bytes };
    },
  };
}
