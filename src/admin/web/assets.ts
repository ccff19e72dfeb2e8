import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { bytes, problem } from '../../http/answer.ts';
import { lazily, once } from '../../domain/once.ts';
import type { AdminRoute } from '../contract.ts';
import { acceptsGzip, compressed } from './compression.ts';

/** Files of the dashboard that pages load, each made of one or more source files. */
const sources = {
  'style.css': ['base', 'shell', 'parts', 'figures', 'charts', 'tables', 'forms', 'filter', 'job'].map(
    (name) => `./style/${name}.css`,
  ),
  'script.js': ['./script.js'],
  'choices.js': ['./choices.js'],
  'copy.js': ['./copy.js'],
  'live.js': ['./live.js'],
  'live-connection.js': ['./live-connection.js'],
  'live-refresh.js': ['./live-refresh.js'],
  'log.js': ['./log.js'],
  'main.js': ['./main.js'],
  'price.js': ['./price.js'],
  'shortcuts.js': ['./shortcuts.js'],
  'texts.js': ['./texts.js'],
  'times.js': ['./times.js'],
  // The package has no small module; the second file exports what its script defines.
  'idiomorph.js': ['idiomorph/dist/idiomorph.min.js', './idiomorph-export.js'],
  'mark.svg': ['./mark.svg'],
  'figtree-latin-400-normal.woff2': ['@fontsource/figtree/files/figtree-latin-400-normal.woff2'],
  'figtree-latin-600-normal.woff2': ['@fontsource/figtree/files/figtree-latin-600-normal.woff2'],
} as const satisfies Record<string, readonly string[]>;

type AssetName = keyof typeof sources;

const mediaTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

interface Asset {
  type: string;
  /** Name with a hash of the content, such as `style.5d41402a.css`. */
  hashedName: string;
  plain: Buffer;
  gzipped: ReturnType<typeof compressed>;
}

/** Compiled code reads the files from the source folder, too. */
const folder = new URL('../../../src/admin/web/assets/', import.meta.url);

const assetOf = once((name: AssetName): Asset => {
  const [, stem = '', suffix = ''] = /^(.*)\.(\w+)$/.exec(name) ?? [];
  const plain = contentOf(name, suffix);
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 10);
  const gzipped = compressed(plain, suffix !== 'woff2');
  return { type: mediaTypes[suffix] ?? '', hashedName: `${stem}.${hash}.${suffix}`, plain, gzipped };
});

/** Returns the path of a file that pages load. It contains a hash of the content, so browsers may keep the file. */
export function assetPath(name: AssetName): string {
  return `/assets/${assetOf(name).hashedName}`;
}

/** Reads a file. References to other files, such as `./script.js`, become references to their hashed names. */
function contentOf(name: AssetName, suffix: string): Buffer {
  const files = sources[name].map((source) => readFileSync(placeOf(source)));
  if (suffix !== 'css' && suffix !== 'js') return Buffer.concat(files);
  const text = files.map(String).join('\n');
  const linked = text.replaceAll(/\.\/([\w.-]+)/g, (whole, file: string) =>
    isAsset(file) ? `./${assetOf(file).hashedName}` : whole,
  );
  return Buffer.from(suffix === 'css' ? withoutSpace(linked) : linked);
}

function placeOf(source: string): URL | string {
  return source.startsWith('./') ? new URL(source, folder) : createRequire(import.meta.url).resolve(source);
}

/** Removes comments and the space at the ends of lines of a style sheet. */
function withoutSpace(css: string): string {
  return css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s*([,{;>])\n?\s*/g, '$1')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/: (?=[^;{}]*;)/g, ':')
    .replaceAll(/;\n\}/g, '}')
    .replaceAll(', ', ',')
    .replaceAll(/(?<![\d.])0\./g, '.')
    .replaceAll(' {', '{');
}

function isAsset(name: string): name is AssetName {
  return Object.hasOwn(sources, name);
}

const allAssets = lazily(() => Object.keys(sources).filter(isAsset).map(assetOf));

/**
 * Serves the files that pages load. A name without the hash of the current content is served too, because a page of
 * another version may still be open; browsers ask for such a file again each time.
 */
export function assetRoutes(): AdminRoute[] {
  return [
    {
      contract: { method: 'get', path: '/assets/{file}', authentication: 'public' },
      open: ({ params: { file = '' }, headers }) => {
        const asset = allAssets().find(({ hashedName }) => nameOf(hashedName) === nameOf(file));
        if (asset === undefined) return problem('not_found');
        const isCurrent = asset.hashedName === file;
        const { bytes: body, headers: more } = acceptsGzip(headers)
          ? asset.gzipped
          : { bytes: asset.plain, headers: { Vary: 'Accept-Encoding' } };
        const cache = isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache';
        return bytes(200, asset.type, body, { ...more, 'Cache-Control': cache });
      },
    },
  ];
}

/** Returns a file name without its hash. */
function nameOf(file: string): string {
  return file.replace(/\.[0-9a-f]{10}(?=\.\w+$)/, '');
}
