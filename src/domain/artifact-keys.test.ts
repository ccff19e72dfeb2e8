import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { artifactKey, attemptFolder, fileUrl, siblingKey } from './artifact-keys.ts';

const folder = attemptFolder('secret', 'job', 'image', 2);

describe('attemptFolder', () => {
  test('attemptFolder ends with 128 bits of an HMAC', () => {
    const mac = createHmac('sha256', 'secret').update('job/image/2').digest('hex').slice(0, 32);
    expect(folder).toBe(`image-2-${mac}`);
  });

  test.each<[string, string]>([
    ['installation', attemptFolder('other', 'job', 'image', 2)],
    ['job', attemptFolder('secret', 'job2', 'image', 2)],
    ['attempt', attemptFolder('secret', 'job', 'image', 3)],
  ])('attemptFolder differs for another %s', (_, other) => {
    expect(other.slice(-32)).not.toBe(folder.slice(-32));
  });
});

test('files are stored next to the result and linked below /files/', () => {
  const ref = artifactKey('job', folder, 'result.json');
  const key = siblingKey(ref, 'ad-1.png');
  expect(key).toBe(`jobs/job/${folder}/ad-1.png`);
  expect(fileUrl('https://ads.example/v/', key)).toBe(`https://ads.example/v/files/job/${folder}/ad-1.png`);
});
