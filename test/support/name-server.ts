import { createSocket } from 'node:dgram';

/** Addresses of a name; `hang` is never answered, `fail` is answered with a failure of the name server. */
export type NameAnswer = readonly string[] | 'hang' | 'fail';

export interface NameServer {
  /** `127.0.0.1:<port>` */
  server: string;
  /** Names that were asked for, in order, without the type of the query. */
  asked: string[];
  close(): Promise<void>;
}

const [typeA, typeAaaa] = [1, 28];
const [noError, serverFailure, noSuchName] = [0, 2, 3];
const headerBytes = 12;

/** Starts a name server that answers each query with the given addresses of the name; undefined is NXDOMAIN. */
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
  // A zero byte, the type and the class.
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

/** Returns the resource record of an address, or nothing if the address is not of the type. */
function recordOf(address: string, type: number): Buffer[] {
  const isIpv6 = address.includes(':');
  if (type !== (isIpv6 ? typeAaaa : typeA)) return [];
  const data = isIpv6 ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number));
  const head = Buffer.alloc(headerBytes);
  head.writeUInt16BE(0xc0_0c, 0); // the name of the question
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return [Buffer.concat([head, data])];
}

/** Converts an IPv6 address without an embedded IPv4 address. */
function ipv6Bytes(address: string): Buffer {
  const groups = (part = '') => part.split(':').filter((group) => group !== '');
  const [left, right] = address.split('::').map(groups);
  const zeros = 8 - (left?.length ?? 0) - (right?.length ?? 0);
  const all = [...(left ?? []), ...Array.from({ length: zeros }, () => '0'), ...(right ?? [])];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
