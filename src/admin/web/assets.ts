import { readFileSync } from 'node:fs';
import { bytes } from '../../http/answer.ts';
import type { AdminRoute } from '../contract.ts';

const folder = new URL('../../../src/admin/web/assets/', import.meta.url);

/** Files of the dashboard that every page loads, with their media types. */
const assets = { 'style.css': 'text/css; charset=utf-8', 'script.js': 'text/javascript; charset=utf-8' };

export function assetRoutes(): AdminRoute[] {
  return Object.entries(assets).map(([name, type]) => {
    const file = readFileSync(new URL(name, folder));
    return {
      contract: { method: 'get', path: `/assets/${name}`, authentication: 'public' },
      open: () => bytes(200, type, file, { 'Cache-Control': 'max-age=300' }),
    };
  });
}
