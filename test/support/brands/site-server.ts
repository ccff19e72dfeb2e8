import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { startHttpServer, type TestServer } from '../network/raw-server.ts';

const root = join(import.meta.dirname, 'sites');
const types: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** Finds the file for a URL path: `/shop/` is `shop/index.html`, `/products/fig` is `products/fig.html`. */
async function fileOf(site: string, path: string): Promise<{ bytes: Buffer; type: string } | undefined> {
  for (const name of [path, `${path.replace(/\/$/, '')}.html`, join(path, 'index.html')]) {
    const bytes = await readFile(join(root, site, name)).catch(() => undefined);
    if (bytes !== undefined) return { bytes, type: types[extname(name)] ?? 'application/octet-stream' };
  }
  return undefined;
}

/**
 * Replaces `{{origin}}` and `{{host}}` with the address of the server. Other bytes stay as they are, in any charset.
 */
function located(bytes: Buffer, origin: string): Buffer {
  const text = bytes.toString('latin1');
  return Buffer.from(text.replaceAll('{{origin}}', origin).replaceAll('{{host}}', origin.slice(7)), 'latin1');
}

/** Serves one of the sample sites in the folder `sites`. */
export async function serveSite(site: string): Promise<TestServer> {
  const server = await startHttpServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
    void fileOf(site, path).then((file) => {
      if (file === undefined) response.writeHead(404).end('not here');
      else response.writeHead(200, { 'content-type': file.type }).end(located(file.bytes, server.origin));
    });
  });
  return server;
}
