import { describe } from '@jest/globals';
import { BrowserReader } from '../../src/stages/onboarding/readers/browser.ts';
import { watchedBrowser } from '../support/brands/browser.ts';
import { describePageReader } from './page-reader.ts';

describe('the browser', () => {
  describePageReader(async (timeoutMs) => new BrowserReader({ open: (await watchedBrowser()).open, timeoutMs }));
});
