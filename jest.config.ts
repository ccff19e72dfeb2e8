import type { Config } from 'jest';

/** Tests in `src` that take seconds: they draw, encode, start a browser or wait for a timeout. All others have 5 s. */
const longTests = [
  'commands/accounts',
  'commands/jobs',
  'commands/models/models',
  'controllers/pipeline/decide.property',
  'domain/termination-message',
  'egress/guarded-egress',
  'egress/resolve-name',
  'egress/tolerant-request',
  'models/judge/clip',
  'models/judge/likeness',
  'models/judge/picture',
  'models/judge/product',
  'models/judge/speech',
  'roles/redraw',
  'stages/drawn/drawn-stage',
  'stages/image/image',
  'stages/onboarding/browser/isolation',
  'stages/onboarding/browser/launch',
  'stages/onboarding/browser/page-requests',
  'stages/onboarding/browser/probe-browser',
  'stages/onboarding/hostile',
  'stages/onboarding/onboarding',
  'stages/url-access',
  'stages/video/filmed-by',
  'stages/video/finish-film',
  'stages/video/video',
  'studio/attempts',
  'studio/candidates/choose-look',
  'studio/film/clips/clip-player',
  'studio/film/encode',
  'studio/film/rules/movement',
  'studio/film/scenes/make-film',
  'studio/film/scenes/shot-plan',
  'studio/film/scenes/shots/cover-shot',
  'studio/film/scenes/shots/end-card',
  'studio/film/scenes/shots/product-size',
  'studio/film/scenes/shots/registry',
  'studio/layouts/fade',
  'studio/layouts/larger-product',
  'studio/layouts/made-for',
  'studio/layouts/mark',
  'studio/layouts/plain',
  'studio/photo/analysis',
  'studio/photo/crop-shares',
  'studio/photo/cut-out',
  'studio/photo/given-cut',
  'studio/photo/logo-name',
  'studio/pictures/decode',
  'studio/pictures/draw-svg',
  'studio/script/write-script',
  'studio/sound/checked-mix',
  'studio/sound/make-sound',
  'studio/sound/mix',
  'studio/sound/music/compose',
  'studio/sound/music/render',
  'studio/studio',
  'studio/subject',
  'studio/text/currency-signs',
  'studio/text/stack',
].map((name) => `<rootDir>/src/${name}.test.ts`);

export const common: Config = {
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  testEnvironment: '<rootDir>/test/support/process/fast-environment.ts',
};

/** Options of tests with a minute for each test, and for each hook. */
const long: Config = { ...common, setupFilesAfterEnv: ['<rootDir>/test/support/process/one-minute.ts'] };

const config: Config = {
  projects: [
    { ...common, testMatch: ['<rootDir>/src/**/*.test.ts'], testPathIgnorePatterns: longTests },
    { ...long, testMatch: [...longTests, '<rootDir>/test/{contract,integration,e2e,golden}/**/*.test.ts'] },
  ],
  maxWorkers: '100%',
  // Modules of ended tests stay in memory; without a limit, a worker runs out of its 4 GB near the end.
  workerIdleMemoryLimit: '1.5GB',
};

export default config;
