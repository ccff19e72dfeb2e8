import type { Config } from 'jest';
import { common } from './jest.config.ts';

/** Tests that need a real cluster (the one that kubectl uses), one file after the other. */
const config: Config = {
  ...common,
  testMatch: ['<rootDir>/test/cluster/**/*.test.ts'],
  testTimeout: 180_000,
  maxWorkers: 1,
};

export default config;
