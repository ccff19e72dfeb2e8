import { createSocket } from 'node:dgram';

/** Addresses of a host name. For `hang`, the server sends no answer; for `fail`, it answers with SERVFAIL. */
export type NameAnswer = readonly string[] | 'hang' | 'fail';

export interface NameServer {
  /** Address of the server, `127.0.0.1:<port>`. */
  server: string;
  /** Host names of all queries, in order, without the query type. */
  asked: string[];
  close(): Promise<void>;
}

const [typeA, typeAaaa] = [1, 28];
const [noError, serverFailure, noSuchName] = [0, 2, 3];
const headerBytes = 12;

/**
 * Starts a DNS server that answers queries with the addresses from `answerOf`. For `undefined`, the answer is NXDOMAIN.
 */
export async function startNameServer(answerOf: (name: string) => NameAnswer | undefined): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4', (query, { address, port }) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const answer = answerOf(name);
    if (answer !== 'hang') socket.send(response(query.subarray(0, end), type, answer), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        socket.close(() => {
          resolve();
        });
      }),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  // After the name: a zero byte, two bytes of type, two bytes of class.
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function response(query: Buffer, type: number, answer: Exclude<NameAnswer, 'hang'> | undefined): Buffer {
  const records = Array.isArray(answer) ? answer.flatMap((address: string) => recordOf(address, type)) : [];
  const code = answer === undefined ? noSuchName : answer === 'fail' ? serverFailure : noError;
  const head = Buffer.from(query);
  head.writeUInt16BE(0x81_80 | code, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records]);
}

/** Returns the DNS record of an address, or nothing if the query is for the other type of address. */
function recordOf(address: string, type: number): Buffer[] {
  const isIpv6 = address.includes(':');
  if (type !== (isIpv6 ? typeAaaa : typeA)) return [];
  const data = isIpv6 ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number));
  const head = Buffer.alloc(headerBytes);
  head.writeUInt16BE(0xc0_0c, 0); // Pointer to the name in the question
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return [Buffer.concat([head, data])];
}

/** Converts an IPv6 address to its 16 bytes. The address must not contain an IPv4 address in dotted form. */
function ipv6Bytes(address: string): Buffer {
  const groups = (part = '') => part.split(':').filter((group) => group !== '');
  const [left, right] = address.split('::').map(groups);
  const zeros = 8 - (left?.length ?? 0) - (right?.length ?? 0);
  const all = [...(left ?? []), ...Array.from({ length: zeros }, () => '0'), ...(right ?? [])];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
