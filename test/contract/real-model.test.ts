import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import type { ModelEntry } from '../../src/models/model-entry.ts';
import { lazyEgress } from '../../src/stages/lazy-egress.ts';
import { canaryKey, entryAt } from '../support/models/model-rig.ts';
import { startModelServer, type ModelServer, type ReceivedRequest } from '../support/models/model-server.ts';
import { startOpenAiWire } from '../support/models/openai-wire.ts';
import type { WireServer } from '../support/models/wire-server.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { realModelContract } from './real-model.ts';

const folder = temporaryFolder();
const keyFile = join(folder.path, 'key');
let wire: WireServer;
let server: ModelServer;

beforeAll(async () => {
  writeFileSync(keyFile, canaryKey);
  wire = await startOpenAiWire({ isDeduplicating: true });
  server = await startModelServer(signedIn);
});

afterAll(async () => {
  await server.close();
  await wire.close();
  folder.remove();
});

/** Passes a request on to the wire server if it has the key and names the known model. */
async function signedIn({ method, path, headers, body }: ReceivedRequest) {
  const [authorization, type, key] = ['authorization', 'content-type', 'idempotency-key'].map((name) =>
    String(headers[name] ?? ''),
  );
  if (authorization !== `Bearer ${canaryKey}`)
    return { status: 401, body: { error: { message: `Incorrect API key provided: ${authorization}` } } };
  const sent = { authorization, 'content-type': type ?? '', 'idempotency-key': key ?? '' };
  const response = await fetch(wire.url + path, { method, headers: sent, body: new Uint8Array(body) });
  const contentType = response.headers.get('content-type') ?? '';
  return {
    ...{ status: response.status, headers: { 'content-type': contentType } },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

const settings = { allow: '', deny: '', proxy: undefined, proxyCredentialsFile: undefined };
const access = { settings, noProxy: '', egress: lazyEgress(settings, '') };
const entry = (more: Partial<ModelEntry> = {}): ModelEntry =>
  entryAt({ url: '', addresses: [] }, { provider: 'openai-compatible', model: 'small', keyFile, ...more });
const late = (): Partial<ModelEntry> => ({ baseUrl: `${server.url}/v1`, addresses: server.addresses });

realModelContract({ port: 'copywriter', entry: entry({ options: { idempotency: true } }), access, late });
realModelContract({ port: 'image', entry: entry(), access, late });
realModelContract({ port: 'speech', entry: entry(), access, late });
