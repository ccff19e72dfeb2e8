import { z } from 'zod';
import { images } from './installation.ts';
import type { Namespace } from './namespace.ts';
import { restricted } from './restricted.ts';
import { addressOf } from './service-address.ts';

const Received = z.object({
  /** Target of the request line: a path, or the whole URL if the request was sent to a proxy. */
  target: z.string(),
  id: z.string(),
  body: z.base64().transform((text) => Buffer.from(text, 'base64')),
  status: z.number(),
  proxyAuthorization: z.string().optional(),
});
export type Received = z.infer<typeof Received>;

/** A receiver of callbacks in a pod. It verifies the signatures of callbacks. */
export interface Receiver {
  /** Address within the cluster, without a trailing slash. */
  url: string;
  /** Address within the cluster at which the same pod accepts requests as a proxy. */
  proxyUrl: string;
  /** Entries of the chart value `egressAllow` with which the controller may call the receiver. */
  egressAllow: string[];
  /**
   * Sets the response status, the secret with which callbacks must be signed, and the seconds of `Retry-After`, if any.
   */
  answerWith(status: number, secret: string, retryAfter?: number): Promise<void>;
  /** Returns the callbacks so far, in the order of arrival. */
  received(): Promise<Received[]>;
  close(): void;
}

const [port, proxyPort] = [8080, 3128];

/**
 * Program of the receiver. It answers 401 to a callback with a wrong signature. PUT sets how callbacks are answered,
 * and GET returns the callbacks that have arrived. Signatures are verified as the Standard Webhooks specification says,
 * without code of Adwright.
 */
const server = `
const { createHmac } = require('node:crypto');
const received = [];
let mode = { status: 503, secret: '' };
function isSigned(headers, body) {
  const key = Buffer.from(mode.secret.replace('whsec_', ''), 'base64');
  const signed = Buffer.concat([Buffer.from(headers['webhook-id'] + '.' + headers['webhook-timestamp'] + '.'), body]);
  const isRecent = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 300;
  return isRecent && headers['webhook-signature'] === 'v1,' + createHmac('sha256', key).update(signed).digest('base64');
}
function answer({ method, url, headers }, response, body) {
  if (method === 'GET') return response.end(JSON.stringify(received));
  if (method === 'PUT') return response.end(String((mode = JSON.parse(body)).status));
  const status = isSigned(headers, body) ? mode.status : 401;
  const { 'webhook-id': id, 'proxy-authorization': proxyAuthorization } = headers;
  received.push({ target: url, id, body: body.toString('base64'), status, proxyAuthorization });
  response.writeHead(status, mode.retryAfter && { 'retry-after': mode.retryAfter }).end();
}
for (const port of [${port}, ${proxyPort}]) {
  require('node:http').createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part)).on('end', () => answer(request, response, Buffer.concat(parts)));
  }).listen(port);
}
process.on('SIGTERM', () => process.exit());`;

/** Starts a receiver in a pod behind a Service. */
export async function startReceiver(namespace: Namespace): Promise<Receiver> {
  await namespace.mustApply(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [pod(), service()] }));
  await namespace.waitFor('pod/receiver', 'condition=Ready');
  const serviceIp = await namespace.kubectl('get', 'service', 'receiver', '-o', 'jsonpath={.spec.clusterIP}');
  const podIp = await namespace.kubectl('get', 'pod', 'receiver', '-o', 'jsonpath={.status.podIP}');
  const address = await addressOf(namespace, 'receiver');
  const url = `http://receiver.${namespace.name}.svc`;
  return {
    url,
    proxyUrl: `${url}:${proxyPort}`,
    // Network policies see the address of the pod and not that of its Service, so both addresses are allowed.
    egressAllow: [`${serviceIp}/32`, `${podIp}/32:${port}`],
    async answerWith(status, secret, retryAfter) {
      await fetch(address.url, { method: 'PUT', body: JSON.stringify({ status, secret, retryAfter }) });
    },
    async received() {
      return z.array(Received).parse(await (await fetch(address.url)).json());
    },
    close: () => {
      address.close();
    },
  };
}

function pod(): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'receiver', labels: { app: 'receiver' } },
    spec: {
      securityContext: restricted.pod,
      automountServiceAccountToken: false,
      containers: [
        {
          name: 'receiver',
          image: images.service,
          command: ['node', '-e', server],
          securityContext: restricted.container,
          readinessProbe: { httpGet: { path: '/', port }, periodSeconds: 1 },
        },
      ],
    },
  };
}

function service(): object {
  const ports = [
    { name: 'http', port: 80, targetPort: port },
    { name: 'proxy', port: proxyPort },
  ];
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'receiver' },
    spec: { selector: { app: 'receiver' }, ports },
  };
}
