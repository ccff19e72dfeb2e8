import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { readServiceConfig } from '../config/service-config.ts';
import { stageSettingsOf } from './stage-settings.ts';

test('stageSettingsOf passes on the rules of the egress, and no setting that is not set', () => {
  const {
    ADWRIGHT_CUTOUT_DIR: cutout,
    ADWRIGHT_VOICES_DIR: voices,
    ...others
  } = stageSettingsOf(readServiceConfig({}), '');
  expect([cutout, voices]).toEqual([resolve('cutout'), resolve('voices')]);
  expect(others).toEqual({ ADWRIGHT_LOG_LEVEL: 'info' });
  const settings = {
    ADWRIGHT_CUTOUT_DIR: '/srv/cutout',
    ADWRIGHT_VOICES_DIR: '/srv/voices',
    ADWRIGHT_BROWSER: '/usr/bin/chromium',
    ADWRIGHT_STAGE_FAULTS: 'image=hang',
    ADWRIGHT_EGRESS_ALLOW: '10.0.0.0/8',
    ADWRIGHT_EGRESS_DENY: '10.1.0.0/16',
    ADWRIGHT_EGRESS_PROXY: 'http://proxy.example.com:3128',
    ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE: '/etc/proxy/credentials',
    ADWRIGHT_TRUSTED_CA_FILE: '/etc/ca.crt',
    ADWRIGHT_LOG_LEVEL: 'debug',
  };
  expect(stageSettingsOf(readServiceConfig(settings), '.corp')).toEqual({ ...settings, NO_PROXY: '.corp' });
});
