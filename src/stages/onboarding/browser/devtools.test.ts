import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { BrowserGone, DevTools } from './devtools.ts';

function connected(): { devtools: DevTools; sent: () => string; receive: (text: string) => void; output: PassThrough } {
  const [input, output] = [new PassThrough(), new PassThrough()];
  return {
    devtools: new DevTools({ input, output }),
    sent: () => String(input.read()),
    receive: (text) => output.write(text),
    output,
  };
}

test('send resolves with the result of its own call', async () => {
  const { devtools, sent, receive } = connected();
  const [one, other] = [devtools.send('A'), devtools.send('B', { x: 1 }, 'session')];
  expect(sent()).toBe(
    '{"id":1,"method":"A","params":{}}\0{"id":2,"method":"B","params":{"x":1},"sessionId":"session"}\0',
  );
  receive('{"id":2,"result":"two"}\0{"id":1,"res');
  receive('ult":"one"}\0');
  await expect(Promise.all([one, other])).resolves.toEqual(['one', 'two']);
});

test('send rejects with the error that the browser reports', async () => {
  const { devtools, receive } = connected();
  const sent = devtools.send('A');
  receive('{"id":1,"error":{"message":"no such method"}}\0');
  await expect(sent).rejects.toThrow('no such method');
});

test.each([
  ['a message that is not JSON', '{\0'],
  ['a message of another form', '{"id":"one"}\0'],
  ['a message without end', 'x'.repeat(33 * 1024 * 1024)],
])('%s ends the connection', async (_, text) => {
  const { devtools, receive } = connected();
  const sent = devtools.send('A');
  receive(text);
  await expect(sent).rejects.toThrow(BrowserGone);
});

test('the end of the connection is reported with its reason', async () => {
  const { devtools, output } = connected();
  output.destroy();
  await expect(devtools.ended).resolves.toThrow('its connection closed');
});

test('all calls reject when the browser closes its stream', async () => {
  const { devtools, output } = connected();
  const sent = devtools.send('A');
  output.destroy();
  await expect(sent).rejects.toThrow(BrowserGone);
  await expect(devtools.send('B')).rejects.toThrow(BrowserGone);
});
