import { describe } from '@jest/globals';
import { sourceReader } from '../../src/stages/onboarding/readers/source.ts';
import { describePageReader } from './page-reader.ts';

describe('the reader of the source', () => {
  describePageReader(() => Promise.resolve(sourceReader(true)));
});
