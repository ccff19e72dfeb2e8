import { expect, test } from '@jest/globals';
import { startApi } from '../support/api/api-service.ts';
import { until } from '../support/process/until.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { exchange } from '../support/network/raw-http.ts';

test('a body that is incomplete after 10 s gets 408 and closes the connection', async () => {
  const clock = new FakeClock();
  const api = await startApi({ clock });
  try {
    const { secret } = await api.key();
    const lines = ['POST /create_image_ad_async HTTP/1.1', 'Host: a', `X-API-Key: ${secret}`];
    const head = [...lines, 'Content-Type: application/json', 'Content-Length: 100', '', ''].join('\r\n');
    const answered = exchange(api.port, head, '{"brand_data":');
    await until(() => clock.sleeping > 0);
    await clock.advance(9_999);
    expect(clock.sleeping).toBe(1);
    await clock.advance(1);
    const [answer] = await answered;
    expect(answer).toMatchObject({ status: 408, headers: { connection: 'close' } });
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'request_timeout' });
  } finally {
    await api.close();
  }
});
