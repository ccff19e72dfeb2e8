import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { forwardLines, lineLimits, logStageLine } from './forward-lines.ts';

async function linesOf(chunks: (string | Buffer)[], limits = lineLimits): Promise<string[]> {
  const [stream, lines] = [new PassThrough(), [] as string[]];
  forwardLines(stream, (line) => void lines.push(line), limits);
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await once(stream, 'end');
  return lines;
}

const snowman = Buffer.from('☃');

describe('forwardLines', () => {
  test.each<[string, (string | Buffer)[], string[]]>([
    ['lines in one chunk', ['a\nb\n'], ['a', 'b']],
    ['a line in several chunks', ['a', 'b\nc', 'd\n'], ['ab', 'cd']],
    ['a last line without a line end', ['a\nb'], ['a', 'b']],
    ['lines without the empty ones', ['\n\na\n\n'], ['a']],
    ['a character split between chunks', [snowman.subarray(0, 1), snowman.subarray(1)], ['☃']],
  ])('forwardLines forwards %s', async (_, chunks, want) => {
    expect(await linesOf(chunks)).toEqual(want);
  });

  test('forwardLines cuts a line that is too long, however it arrives', async () => {
    const limits = { lineLengthMax: 4, linesMax: 10 };
    expect(await linesOf(['123456\nab', 'cdef', 'gh\nx'], limits)).toEqual(['1234', 'abcd', 'x']);
  });

  test('forwardLines cuts no emoji in two', async () => {
    const limits = { lineLengthMax: 4, linesMax: 10 };
    expect(await linesOf(['123😀\n', '123😀', '45\n'], limits)).toEqual(['123', '123']);
  });

  test('forwardLines reports once that lines are left out', async () => {
    const limits = { lineLengthMax: 9, linesMax: 2 };
    expect(await linesOf(['a\nb\nc\nd\n'], limits)).toEqual(['a', 'b', 'Output exceeds 2 lines; dropping the rest.']);
  });
});

describe('logStageLine', () => {
  const logged = (line: string): unknown => {
    const lines: string[] = [];
    const write = (text: string): void => void lines.push(text);
    logStageLine(pino({ level: 'trace', base: { role: 'local' }, timestamp: false }, { write }), line);
    return JSON.parse(lines[0] ?? 'null');
  };

  test.each<[string, string, unknown]>([
    [
      'logStageLine keeps level, message and fields of a log line, and takes the role from the logger',
      '{"level":40,"time":"then","pid":7,"role":"stage","stage":"image","layout":"card","msg":"hm"}',
      { level: 40, role: 'local', layout: 'card', msg: 'hm' },
    ],
    ['logStageLine logs fatal as error', '{"level":"fatal","msg":"oh"}', { level: 50, role: 'local', msg: 'oh' }],
    ['logStageLine reads levels as words', '{"level":"warn","msg":"hm"}', { level: 40, role: 'local', msg: 'hm' }],
    [
      'logStageLine logs plain text as a warning',
      'Segmentation fault',
      { level: 40, role: 'local', line: 'Segmentation fault', msg: 'stage output' },
    ],
    [
      'logStageLine logs other JSON as a warning',
      '[1]',
      { level: 40, role: 'local', line: '[1]', msg: 'stage output' },
    ],
  ])('%s', (_, line, want) => {
    expect(logged(line)).toEqual(want);
  });
});
