import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { AttemptResult, DeliveryError } from '../../../src/domain/delivery.ts';
import type { NameAnswer } from '../network/name-server.ts';
import {
  addressOf,
  answering,
  drip,
  onRequest,
  readLater,
  startNotAccepting,
  startRefusing,
  tcpReceiver,
  tlsReceiver,
  writeForever,
  type StartReceiver,
} from './raw-receiver.ts';
import { receiverCertificates as certificates } from './receiver-certificates.ts';

export interface HostileReceiver {
  start: StartReceiver;
  expected: Partial<AttemptResult>;
}

/** Address of the metadata service of clouds, which no callback may reach. */
export const metadataAddress = '169.254.169.254';

/** Address of the host name `six.receiver.test`, which has no IPv4 address. */
export const ipv6Only = 'fd00:1::1';

const delivered = { outcome: 'delivered' } as const;
const failed = (error: DeliveryError) => ({ outcome: 'failed', error }) as const;
const mebibyte = Buffer.alloc(1_048_576, 'a');
const secure = (cert: string): StartReceiver =>
  tlsReceiver({ key: certificates.key, cert }, (socket) => {
    onRequest(socket, () => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  });
const bomb = (encoding: string, body: Buffer): StartReceiver =>
  answering(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`),
      body,
    ]),
  );
const after = (head: string, chunk: string | Buffer): StartReceiver =>
  tcpReceiver((socket) => {
    onRequest(socket, () => {
      socket.write(head);
      writeForever(socket, chunk);
    });
  });
/** Repeats a short text. Few large writes fill the socket; many small ones would block this process too long. */
const many = (text: string): string => text.repeat(1_000);
const busy = (retryAfter: string) =>
  answering(`HTTP/1.1 429 Too Many Requests\r\nretry-after: ${retryAfter}\r\ncontent-length: 0\r\n\r\n`);
const redirect = (location: string, status = 302) =>
  answering(`HTTP/1.1 ${status} Found\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);

const connections: Record<string, HostileReceiver> = {
  'refuses the connection': { start: startRefusing, expected: failed('connection_refused') },
  'never accepts the connection': { start: startNotAccepting, expected: failed('timed_out') },
  'resets the connection at once': {
    start: tcpReceiver((socket) => socket.resetAndDestroy()),
    expected: failed('connection_reset'),
  },
  'resets the connection after the request': {
    start: tcpReceiver((socket) => {
      onRequest(socket, () => socket.resetAndDestroy());
    }),
    expected: failed('connection_reset'),
  },
  'closes its half of the connection at once': {
    start: tcpReceiver((socket) => void socket.resume().end()),
    expected: failed('connection_reset'),
  },
  'closes its half of the connection after the request': {
    start: tcpReceiver((socket) => {
      onRequest(socket, () => socket.end());
    }),
    expected: failed('connection_reset'),
  },
  'reads the request and never answers': {
    start: tcpReceiver((socket) => void socket.resume()),
    expected: failed('timed_out'),
  },
  'keeps the connection open after the response': {
    start: answering('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nok'),
    expected: { ...delivered, status: 200 },
  },
  'closes its half of the connection after the response': {
    start: tcpReceiver((socket) => {
      onRequest(socket, () => socket.end('HTTP/1.1 200 OK\r\n\r\nok'));
    }),
    expected: { ...delivered, status: 200 },
  },
};

const security: Record<string, HostileReceiver> = {
  'answers without TLS at an https URL': {
    start: async (address) => {
      const receiver = await tcpReceiver((socket) => void socket.resume().end('HTTP/1.1 200 OK\r\n\r\n'))(address);
      return { ...receiver, url: receiver.url.replace('http:', 'https:') };
    },
    expected: failed('tls'),
  },
  'never ends the TLS handshake': {
    start: async (address) => {
      const receiver = await tcpReceiver((socket) => void socket.resume())(address);
      return { ...receiver, url: receiver.url.replace('http:', 'https:') };
    },
    expected: failed('timed_out'),
  },
  'has an expired certificate': { start: secure(certificates.expired), expected: failed('tls') },
  'has a certificate for another host': { start: secure(certificates.otherHost), expected: failed('tls') },
  'has a certificate of no known authority': { start: secure(certificates.selfSigned), expected: failed('tls') },
};

const statuses: Record<string, HostileReceiver> = {
  'redirects to a metadata address': {
    start: redirect(`http://${metadataAddress}/latest/meta-data`),
    expected: { ...failed('redirected'), status: 302 },
  },
  'redirects to itself': { start: redirect('/hook', 307), expected: { ...failed('redirected'), status: 307 } },
  'answers 410': {
    start: answering('HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n'),
    expected: { outcome: 'gone', error: 'gone', status: 410 },
  },
  'answers 429 with seconds': {
    start: busy('120'),
    expected: { ...failed('bad_status'), status: 429, retryAfterMs: 120_000 },
  },
  'answers 429 with a date': {
    start: busy('Sun, 06 Nov 1994 08:49:37 GMT'),
    expected: { ...failed('bad_status'), status: 429, retryAfterMs: 0 },
  },
  'answers 429 with garbage': { start: busy('soon'), expected: { ...failed('bad_status'), status: 429 } },
  'answers 204': { start: answering('HTTP/1.1 204 No Content\r\n\r\n'), expected: { ...delivered, status: 204 } },
  'answers 500': {
    start: answering('HTTP/1.1 500 Oops\r\ncontent-length: 4\r\n\r\nOops'),
    expected: { ...failed('bad_status'), status: 500 },
  },
  'answers 100 and then 200': {
    start: answering('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
    expected: { ...delivered, status: 200 },
  },
  'answers 100 without end': {
    start: after('', many('HTTP/1.1 100 Continue\r\n\r\n')),
    expected: failed('bad_response'),
  },
  'answers 103 without end': {
    start: after('', many('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n')),
    expected: failed('bad_response'),
  },
  'switches the protocol': {
    start: answering('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    expected: failed('bad_response'),
  },
  'answers with HTTP/1.0': { start: answering('HTTP/1.0 200 OK\r\n\r\nok'), expected: { ...delivered, status: 200 } },
  'answers before it has read the request': {
    start: tcpReceiver((socket) => {
      socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n');
      readLater(socket);
    }),
    expected: { ...delivered, status: 202 },
  },
};

const responses: Record<string, HostileReceiver> = {
  'answers with another protocol': { start: answering('SSH-2.0-OpenSSH_9.2\r\n'), expected: failed('bad_response') },
  'answers with random bytes': {
    start: tcpReceiver((socket) => void socket.resume().end(Buffer.from('00ff10a0d5e2', 'hex'))),
    expected: failed('bad_response'),
  },
  'answers with two content lengths': {
    start: answering('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
    expected: { ...delivered, status: 200 },
  },
  'sends headers without end': {
    start: after('HTTP/1.1 200 OK\r\n', `x-filler: ${'a'.repeat(1_000)}\r\n`),
    expected: { ...delivered, status: 200 },
  },
  'sends one header without end': {
    start: after('HTTP/1.1 200 OK\r\nx-filler: ', mebibyte),
    expected: { ...delivered, status: 200 },
  },
  'sends a status text without end': {
    start: after('HTTP/1.1 200 ', mebibyte),
    expected: { ...delivered, status: 200 },
  },
  'sends the digits of a status without end': {
    start: after('HTTP/1.1 2', many('0')),
    expected: failed('bad_response'),
  },
  'ends the connection in the headers': {
    start: tcpReceiver((socket) => {
      onRequest(socket, () => socket.end('HTTP/1.1 200 OK\r\ncontent-le'));
    }),
    expected: { ...delivered, status: 200 },
  },
  'resets the connection after the status line': {
    start: tcpReceiver((socket) => {
      onRequest(socket, () => socket.write('HTTP/1.1 202 Accepted\r\n', () => socket.resetAndDestroy()));
    }),
    expected: { ...delivered, status: 202 },
  },
  'sends a head byte by byte': {
    start: tcpReceiver((socket) => {
      drip(socket.resume(), 'HTTP/1.1 200 OK\r\n', 100);
    }),
    expected: failed('timed_out'),
  },
  'sends a body byte by byte': {
    start: tcpReceiver((socket) => {
      onRequest(socket, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        drip(socket, 'a', 100);
      });
    }),
    expected: { ...delivered, status: 200 },
  },
  'sends a body without end': {
    start: after('HTTP/1.1 200 OK\r\n\r\n', mebibyte),
    expected: { ...delivered, status: 200 },
  },
  'sends a body of 1 GiB': {
    start: after(`HTTP/1.1 200 OK\r\ncontent-length: ${2 ** 30}\r\n\r\n`, mebibyte),
    expected: { ...delivered, status: 200 },
  },
  'sends a chunk extension without end': {
    start: after('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;a=', mebibyte),
    expected: { ...delivered, status: 200 },
  },
  'cuts the body': {
    start: tcpReceiver((socket) => {
      onRequest(socket, () => socket.end('HTTP/1.1 500 Oops\r\ncontent-length: 1000\r\n\r\nhalf'));
    }),
    expected: { ...failed('bad_status'), status: 500 },
  },
  'sends a gzip bomb': {
    start: bomb('gzip', gzipSync(Buffer.alloc(50_000_000))),
    expected: { ...delivered, status: 200 },
  },
  'sends a brotli bomb': {
    start: bomb('br', brotliCompressSync(Buffer.alloc(50_000_000))),
    expected: { ...delivered, status: 200 },
  },
};

/** Responses that browsers and curl read although they break a rule of HTTP. Each has status 200, or the given one. */
const oddResponses: Record<string, string | Buffer | [response: string, expected: Partial<AttemptResult>]> = {
  'folds a header': 'HTTP/1.1 200 OK\r\nx-policy: a;\r\n b;\r\n\tc\r\ncontent-length: 2\r\n\r\nok',
  'ends lines with line feeds': 'HTTP/1.1 200 OK\ncontent-length: 2\n\nok',
  'ends lines with carriage returns': 'HTTP/1.1 200 OK\rcontent-length: 2\r\rok',
  'ends lines of a 503 with line feeds': [
    'HTTP/1.1 503 Busy\nretry-after: 30\ncontent-length: 2\n\nno',
    { ...failed('bad_status'), status: 503, retryAfterMs: 30_000 },
  ],
  'sends its length twice': 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok',
  'sends its length twice with status 410': [
    'HTTP/1.1 410 Gone\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok',
    { outcome: 'gone', error: 'gone', status: 410 },
  ],
  'sends its length twice with status 500': [
    'HTTP/1.1 500 Oops\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok',
    { ...failed('bad_status'), status: 500 },
  ],
  'sends its length twice after a 100': [
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok',
    { ...delivered, status: 201 },
  ],
  'sends a length that is no number': 'HTTP/1.1 200 OK\r\ncontent-length: two\r\n\r\nok',
  'sends a length and chunks':
    'HTTP/1.1 200 OK\r\ncontent-length: 9\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  'has a blank in a header name': 'HTTP/1.1 200 OK\r\nx filler: 1\r\ncontent-length: 2\r\n\r\nok',
  'sends a line without a colon': 'HTTP/1.1 200 OK\r\ngarbage\r\n\r\nok',
  'sends header values in UTF-8': Buffer.from('HTTP/1.1 200 Höchst gut\r\nx: grüße 漢\r\n\r\nok'),
  'sends chunks without a length': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n<html>',
  'sends a body with 204': ['HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nok', { ...delivered, status: 204 }],
  'sends no reason phrase': 'HTTP/1.1 200\r\ncontent-length: 2\r\n\r\nok',
  'answers with HTTP/1.2': 'HTTP/1.2 200 OK\r\n\r\nok',
  'answers with HTTP/2 as text': 'HTTP/2 200 OK\r\n\r\nok',
  'sends 60 KB of headers': `HTTP/1.1 200 OK\r\n${`x-filler: ${'a'.repeat(990)}\r\n`.repeat(60)}content-length: 2\r\n\r\nok`,
};

const odd: Record<string, HostileReceiver> = Object.fromEntries(
  Object.entries(oddResponses).map(([what, response]) => {
    const [bytes, expected] = Array.isArray(response) ? response : [response, { ...delivered, status: 200 }];
    return [what, { start: answering(bytes), expected }];
  }),
);

/**
 * Callback receivers that misbehave, each with the expected result of a callback attempt. The keys say what the
 * receiver does.
 */
export const hostileReceivers: Record<string, HostileReceiver> = {
  ...connections,
  ...security,
  ...statuses,
  ...responses,
  ...odd,
};

/** Returns the addresses that the name server gives for the host names of receivers. */
export function receiverNames(): (name: string) => NameAnswer | undefined {
  let rebindings = 0; // The resolver asks for IPv4 and IPv6 in turn, so two queries are one resolution.
  return (name) => {
    switch (name) {
      case 'metadata.receiver.test':
        return [metadataAddress];
      case 'mapped.receiver.test':
        return ['::ffff:a9fe:a9fe'];
      case 'loopback.receiver.test':
        return ['127.0.0.1'];
      case 'six.receiver.test':
        return [ipv6Only];
      case 'mixed.receiver.test':
        return ['127.1.255.1', '10.0.0.1'];
      case 'rebinding.receiver.test':
        return Math.floor(rebindings++ / 2) % 2 === 0 ? ['127.1.255.1'] : [metadataAddress];
      case 'silent.receiver.test':
        return 'hang';
      default: {
        const address = addressOf(name);
        return address === undefined ? undefined : [address];
      }
    }
  };
}
