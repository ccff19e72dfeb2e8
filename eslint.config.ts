import type { Linter } from 'eslint';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { plainWords } from './scripts/lint/plain-words.ts';

/** Folders with a port.ts and its adapters. Only roles and tests may import an adapter. */
const portFolders = [
  'store',
  'ledger',
  'redis',
  'ratelimit',
  'launch',
  'artifacts',
  'archive',
  'events',
  'secrets',
  'k8s',
  'audit-log',
  'stage-logs',
  'admin/state',
];
const adapters = `/(${portFolders.join('|')})/(?!port\\.ts$)`;

/** Forbids imports whose path matches one of the patterns, each with its reason. */
function forbid(...bans: [regex: string, message: string][]): Linter.RulesRecord {
  return { 'no-restricted-imports': ['error', { patterns: bans.map(([regex, message]) => ({ regex, message })) }] };
}

/** Forbids imports from folders that are above the importing file. */
const upward = (...folders: string[]): [string, string] => [
  `^\\.\\./(.*/)?(${folders.join('|')})/`,
  'Imports point one way: objects <- schema <- ads <- domain <- ports <- operations <- {controllers, stages, api, admin, commands} <- roles <- main.',
];
const noAdapters: [string, string] = [adapters, 'Import the port; only roles wire adapters.'];
const consumers = ['http', 'operations', 'controllers', 'stages', 'studio', 'api', 'admin', 'commands', 'roles'];

export default defineConfig(
  {
    ignores: [
      'node_modules',
      'dist',
      'out',
      'data',
      'voices',
      'coverage',
      'src/admin/web/assets',
      'scripts/gallery/page',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      complexity: ['error', 10],
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60 }],
      'no-console': 'error',
      'no-process-env': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Only src/config reads the environment.',
        },
        {
          selector: "CallExpression[callee.object.name='process'][callee.property.name='exit']",
          message: 'Only src/main.ts exits the process.',
        },
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that defines the name.' },
      ],
    },
  },
  // Few stages call a model, and the packages of a provider need 20 MB.
  {
    files: ['src/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['@ai-sdk/*'], allowTypeImports: true, message: 'Load it with `import()`, in the call.' },
          ],
        },
      ],
    },
  },
  { files: ['src/objects/**'], rules: forbid(upward('schema', 'domain', 'runtime', ...portFolders, ...consumers)) },
  { files: ['src/schema/**'], rules: forbid(upward('domain', 'runtime', ...portFolders, ...consumers)) },
  // A type of ad loads the code of its stages with `import()`, which this rule allows. It may be in its folder `stage`.
  {
    files: ['src/ads/**'],
    ignores: ['src/ads/stage-definition.ts', 'src/ads/*/stage/**'],
    rules: forbid(upward('domain', 'runtime', ...portFolders, ...consumers)),
  },
  { files: ['src/domain/**'], rules: forbid(upward('runtime', ...portFolders, ...consumers)) },
  { files: [`src/{${portFolders.join(',')}}/**`], rules: forbid(upward(...consumers)) },
  { files: ['src/runtime/**'], rules: forbid(upward('domain', 'schema', ...consumers), noAdapters) },
  {
    files: ['src/controllers/**'],
    rules: forbid(upward('http', 'operations', 'api', 'commands', 'stages', 'studio', 'roles'), noAdapters),
  },
  {
    files: ['src/api/**'],
    rules: forbid(upward('controllers', 'admin', 'commands', 'stages', 'studio', 'roles'), noAdapters),
  },
  {
    files: ['src/admin/**'],
    ignores: ['src/admin/state/**', 'src/admin/web/html.ts', '**/*.test.ts'],
    rules: forbid(upward('controllers', 'api', 'commands', 'stages', 'studio', 'roles'), noAdapters, [
      '^hono(/|$)',
      'Import src/admin/web/html.ts, which escapes every value.',
    ]),
  },
  // The function is marked as deprecated because it allows http. The settings allow an http issuer only on loopback.
  {
    files: ['src/admin/sign-in/openid-provider.ts'],
    rules: {
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
    },
  },
  {
    files: ['src/stages/**', 'src/studio/**', 'src/ads/*/stage/**'],
    rules: forbid(upward('controllers', 'commands', 'http', 'operations', 'api', 'roles', 'k8s'), noAdapters),
  },
  {
    files: ['src/commands/**'],
    rules: forbid(upward('controllers', 'stages', 'studio', 'http', 'api', 'roles'), noAdapters),
  },
  {
    files: ['src/operations/**'],
    rules: forbid(upward(...consumers.filter((folder) => folder !== 'operations')), noAdapters),
  },
  {
    files: ['src/http/**'],
    rules: forbid(upward(...portFolders, ...consumers.filter((folder) => folder !== 'http')), [
      '^\\.\\./(.*/)?(schema/(?!issue\\.ts$)|domain/(?!json-text\\.ts$)|ads/)',
      'The HTTP kit serves several listeners and knows none of their endpoints.',
    ]),
  },
  {
    files: ['src/config/**', 'src/main.ts', 'test/**', 'scripts/**', 'examples/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  { files: ['scripts/**', 'test/bench/**', 'examples/**'], rules: { 'no-console': 'off' } },
  { plugins: { adwright: { rules: { 'plain-words': plainWords } } }, rules: { 'adwright/plain-words': 'error' } },
  // Strings of the studio are words of ads.
  {
    files: ['src/**'],
    ignores: ['**/*.test.ts', 'src/studio/**', 'src/stages/concept/**'],
    rules: { 'adwright/plain-words': ['error', { strings: true }] },
  },
  { files: ['scripts/lint/**'], rules: { 'adwright/plain-words': 'off' } },
  {
    files: ['**/*.test.ts', 'test/**'],
    rules: {
      'max-lines-per-function': 'off',
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['test', 'describe', 'it'] }] },
      ],
    },
  },
);
