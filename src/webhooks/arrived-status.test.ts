import { expect, test } from '@jest/globals';
import { finalStatus } from './arrived-status.ts';

test.each<[what: string, text: string, status: number | undefined]>([
  ['a whole response', 'HTTP/1.1 200 OK\r\nx: y\r\n\r\nok', 200],
  ['a status line alone', 'HTTP/1.1 503 Busy\r\n', 503],
  ['a status without a reason phrase', 'HTTP/1.1 204', 204],
  ['line feeds', 'HTTP/1.1 202 Accepted\nx: y\n\n', 202],
  ['carriage returns', 'HTTP/1.1 200 OK\rx: y\r\r', 200],
  ['a version without a minor number', 'HTTP/2 200\r\n\r\n', 200],
  [
    'a response after 1xx responses',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 X\nlink: </a>\n\nHTTP/1.1 410 Gone\r\n',
    410,
  ],
  ['a response in the body of a response', 'HTTP/1.1 500 Oops\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', 500],
  ['only 1xx responses', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000), undefined],
  ['the bytes of another protocol after a 101', 'HTTP/1.1 101 Switching\r\n\r\n\x81\x05HTTP/1.1 200 OK', undefined],
  ['half a status', 'HTTP/1.1 20', undefined],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n', undefined],
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n HTTP/1.1 200 OK\r\n', undefined],
  ['a status inside of a header', 'x: HTTP/1.1 200 OK\r\n\r\n', undefined],
  ['nothing', '', undefined],
])('finalStatus of %s', (_, text, status) => {
  expect(finalStatus(text)).toBe(status);
});
