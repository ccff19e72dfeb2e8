import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
};

/** Serves the files of a folder on the loopback address, on any free port if `port` is 0. */
export function serveFolder(folder: string, port: number): Promise<{ server: Server; url: string }> {
  const root = resolve(folder);
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    const file = join(root, path.endsWith('/') ? `${path}index.html` : path);
    const isInside = file.startsWith(root + sep);
    if (!isInside || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const used = typeof address === 'object' ? address?.port : port;
      done({ server, url: `http://127.0.0.1:${used ?? port}/` });
    });
  });
}
