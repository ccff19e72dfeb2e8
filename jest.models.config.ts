import type { Config } from 'jest';
import { common } from './jest.config.ts';

/** Tests of real models, which cost money; see `make test-models`. */
const config: Config = { ...common, testMatch: ['<rootDir>/test/models/**/*.test.ts'], maxWorkers: 1 };

export default config;
