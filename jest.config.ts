import type { Config } from 'jest';

const config: Config = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  testEnvironment: '<rootDir>/test/support/process/fast-environment.ts',
  testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/{contract,integration,e2e,golden}/**/*.test.ts'],
  testTimeout: 60_000,
  maxWorkers: '100%',
};

export default config;
