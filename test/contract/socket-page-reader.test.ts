import { afterAll, beforeAll, describe } from '@jest/globals';
import { BrowserReader } from '../../src/stages/onboarding/readers/browser.ts';
import { connectBrowser } from '../../src/stages/onboarding/browser/connect.ts';
import { openDoor, type Door } from '../support/brands/browser-door.ts';
import { describePageReader, largePages } from './page-reader.ts';

describe('the browser behind a socket', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  // The other malicious pages are read by the browser without a door, which is the same program.
  describePageReader(
    (timeoutMs) =>
      Promise.resolve(new BrowserReader({ open: () => connectBrowser({ socket: door.socket }), timeoutMs })),
    { malicious: largePages },
  );
});
