import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { readStageConfig } from './stage-config.ts';

const file = { kind: 'file', path: '/somewhere' };
const input = {
  jobId: 'j',
  stage: 'image',
  attempt: 1,
  inputs: { request: file },
  outputs: {},
  result: file,
  earlier: {},
};
const given = { ADWRIGHT_STAGE_INPUT: JSON.stringify(input) };

describe('readStageConfig', () => {
  test('readStageConfig requires only the input', () => {
    expect(readStageConfig(given)).toEqual({
      input,
      faults: '',
      terminationMessagePath: '/dev/termination-log',
      cutoutDir: '/opt/adwright/cutout',
      voicesDir: '/opt/adwright/voices',
      browser: '',
      browserSocket: '',
      path: '',
      egress: { allow: '', deny: '', proxy: undefined, proxyCredentialsFile: undefined },
      logLevel: 'info',
      proxies: { http: '', https: '', none: '' },
    });
  });

  test('readStageConfig accepts a compressed input', () => {
    const packed = `gzip:${gzipSync(JSON.stringify(input)).toString('base64')}`;
    expect(readStageConfig({ ADWRIGHT_STAGE_INPUT: packed }).input).toEqual(input);
  });

  test.each<[string, NodeJS.ProcessEnv, string]>([
    ['a missing input', {}, 'ADWRIGHT_STAGE_INPUT is missing'],
    [
      'an input that is not JSON',
      { ADWRIGHT_STAGE_INPUT: '{' },
      'ADWRIGHT_STAGE_INPUT is neither plain nor compressed JSON',
    ],
    [
      'an input with invalid compression',
      { ADWRIGHT_STAGE_INPUT: 'gzip:aGVsbG8=' },
      'ADWRIGHT_STAGE_INPUT is neither plain nor compressed JSON',
    ],
    [
      'an input without a result',
      { ADWRIGHT_STAGE_INPUT: JSON.stringify({ ...input, result: undefined }) },
      'ADWRIGHT_STAGE_INPUT.result is missing.',
    ],
    [
      'an input that is too large',
      { ADWRIGHT_STAGE_INPUT: JSON.stringify({ ...input, jobId: 'j'.repeat(16_384) }) },
      'is larger than 16384 bytes',
    ],
    ['an unknown log level', { ...given, ADWRIGHT_LOG_LEVEL: 'loud' }, 'ADWRIGHT_LOG_LEVEL must be one of trace'],
  ])('readStageConfig refuses %s', (_, env, message) => {
    expect(() => readStageConfig(env)).toThrow(message);
  });
});
