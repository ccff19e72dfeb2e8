import { expect, test } from '@jest/globals';
import { webVtt } from './captions.ts';

test('webVtt writes each cue with its times in milliseconds', () => {
  const cues = [
    { startSeconds: 0.25, endSeconds: 2.0004, text: 'Slow mornings\nneed a good cup.' },
    { startSeconds: 61.5, endSeconds: 3_601, text: 'Order today.' },
  ];
  expect(webVtt(cues, 'en-US')).toBe(
    [
      'WEBVTT',
      'Language: en-US',
      '',
      '00:00:00.250 --> 00:00:02.000',
      'Slow mornings',
      'need a good cup.',
      '',
      '00:01:01.500 --> 01:00:01.000',
      'Order today.',
      '',
    ].join('\n'),
  );
});

test('webVtt writes text that looks like syntax as text', () => {
  const text = 'A <b>bold</b> & fair\n\n00:00 --> 00:01';
  expect(webVtt([{ startSeconds: 0, endSeconds: 1, text }], 'en')).toContain(
    'A &lt;b&gt;bold&lt;/b&gt; &amp; fair\n00:00 --&gt; 00:01\n',
  );
});

test('a film without words has captions without cues', () => {
  expect(webVtt([{ startSeconds: 0, endSeconds: 1, text: ' \n' }], 'en')).toBe('WEBVTT\nLanguage: en\n');
});
