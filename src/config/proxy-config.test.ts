import { expect, test } from '@jest/globals';
import { readProxySettings } from './proxy-config.ts';

test.each<[string, NodeJS.ProcessEnv, object]>([
  ['no variables', {}, { http: '', https: '', none: '' }],
  [
    'variables in lower case',
    { http_proxy: 'a', https_proxy: 'b', no_proxy: 'c' },
    { http: 'a', https: 'b', none: 'c' },
  ],
  ['a variable in capitals first', { HTTPS_PROXY: 'a', https_proxy: 'b' }, { https: 'a' }],
  ['an empty variable as absent', { HTTPS_PROXY: '', https_proxy: 'b' }, { https: 'b' }],
])('readProxySettings reads %s', (_, env, settings) => {
  expect(readProxySettings(env)).toMatchObject(settings);
});
