import { expect, test } from '@jest/globals';
import { jsonIn } from './json-in.ts';

test.each<[text: string, json: object | undefined]>([
  ['{"a":1}', { a: 1 }],
  [' [1, 2] ', [1, 2]],
  ['```json\n{"a":"b"}\n```', { a: 'b' }],
  ['```\n{"a":"b"}\n```', { a: 'b' }],
  ['{"a":"```json is a fence```"}', { a: '```json is a fence```' }],
  ['Here it is: {"a":{"b":[1]}}. Enjoy!', { a: { b: [1] } }],
  ['<think>{"a":0}</think>{"a":1}', { a: 1 }],
  ['{"a":', undefined],
  ['"text"', undefined],
  ['null', undefined],
  ['no JSON', undefined],
  ['', undefined],
])('of %j, the JSON is %j', (text, json) => {
  expect(jsonIn(text)).toEqual(json);
});
