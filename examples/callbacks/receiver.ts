/**
 * Receives callbacks on this machine, verifies them and prints them. WEBHOOK_SECRET is the signing secret of the account;
 * PORT is 8093 unless it is set.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from './verify.ts';

const bytesMax = 1_000_000;
const { WEBHOOK_SECRET: secret = '', PORT: port = '8093' } = process.env;
if (!secret.startsWith('whsec_')) throw new Error('Set WEBHOOK_SECRET to the signing secret, whsec_...');

/** A callback may arrive more than once. A real receiver stores the ids together with the effects of the callbacks. */
const handled = new Set<string>();

const server = createServer((request, response) => {
  statusFor(request).then(
    (status) => response.writeHead(status).end(),
    () => response.destroy(),
  );
});
server.listen(Number(port), '127.0.0.1', () => {
  console.log(`Waiting for callbacks at http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});

/** Handles a request and returns the status of the response. */
async function statusFor(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error('The body is too large for a callback.');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!verify(secret, request.headers, body)) {
    console.log('Rejected a request whose signature is not valid.');
    return 401;
  }
  const id = String(request.headers['webhook-id']);
  console.log(handled.has(id) ? `Callback ${id} again.` : `Callback ${id}: ${body.toString()}`);
  handled.add(id);
  return 204;
}
