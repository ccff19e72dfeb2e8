import { describe, expect, test } from '@jest/globals';
import { readAdminConfig } from './admin-config.ts';
import { ConfigError } from './environment.ts';
import { readServiceConfig } from './service-config.ts';

const required = {
  ADWRIGHT_NAMESPACE: 'ads',
  ADWRIGHT_PUBLIC_URL: 'https://ads.example.com',
  ADWRIGHT_ADMIN_URL: 'https://admin.example.com/ads/',
  ADWRIGHT_REDIS_URL: 'redis://redis.example.com',
  ADWRIGHT_STORAGE: 's3',
  ADWRIGHT_S3_BUCKET: 'ads',
};

describe('readAdminConfig', () => {
  test('the dashboard listens on port 8081 of all addresses by default, and its URL loses the trailing slash', () => {
    const { adminListen, adminUrl, accountSecrets } = readAdminConfig(required);
    expect(adminListen).toEqual({ host: '::', port: 8081 });
    expect(adminUrl).toBe('https://admin.example.com/ads');
    expect(accountSecrets.name).toBe('adwright-account-secrets');
  });

  test.each(['http://127.0.0.1:8081', 'http://[::1]:8081', 'http://localhost:8081', 'https://10.1.2.3'])(
    'the URL %s is accepted, because browsers keep the cookies of its sessions',
    (url) => {
      expect(readAdminConfig({ ...required, ADWRIGHT_ADMIN_URL: url }).adminUrl).toBe(url);
    },
  );

  test.each(['http://admin.example.com', 'http://10.1.2.3:8081', 'http://localhost.example.com'])(
    'the URL %s is refused, because browsers would drop the cookies of its sessions',
    (url) => {
      const read = () => readAdminConfig({ ...required, ADWRIGHT_ADMIN_URL: url });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow('ADWRIGHT_ADMIN_URL must begin with https://');
    },
  );
});

describe('the dashboard of adwright local', () => {
  test('it listens on this machine by default', () => {
    expect(readServiceConfig({}).adminListen).toEqual({ host: '127.0.0.1', port: 8081 });
  });

  test('off turns it off', () => {
    expect(readServiceConfig({ ADWRIGHT_ADMIN_LISTEN: 'off' }).adminListen).toBe('off');
  });

  test.each(['no', '8081'])('the address %s is refused with both forms that are accepted', (text) => {
    expect(() => readServiceConfig({ ADWRIGHT_ADMIN_LISTEN: text })).toThrow(
      'ADWRIGHT_ADMIN_LISTEN must be host:port, such as 127.0.0.1:8081, or off.',
    );
  });
});
