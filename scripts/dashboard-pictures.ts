/**
 * Takes pictures of every page of the dashboard, in both themes, on a phone and on a wide screen, with sample data:
 * `node scripts/dashboard-pictures.ts [folder] [path...]`. The folder is `out/dashboard` by default. With paths, such as
 * `/jobs` or `/jobs/{job_id}`, takes only the pictures of these pages. With `--docs`, writes the pictures of the
 * documentation: the first screen of the main pages, as small files.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { consoleOf, openBrowser, openWindow, pagePathsOf } from '../test/support/admin/admin-browser.ts';
import { admin, openAdmin } from '../test/support/admin/admin-rig.ts';
import { fillDashboard, openSample } from '../test/support/admin/sample-installation.ts';

const isForDocs = process.argv.includes('--docs');
const given = process.argv.slice(2).filter((one) => one !== '--docs');
const [folder = isForDocs ? 'docs/images/dashboard' : 'out/dashboard', ...wanted] = given;
const looks = [
  { theme: 'light', width: 1_440 },
  { theme: 'dark', width: 1_440 },
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
] as const;
/** Pages in the documentation, by the names of their pictures. */
const docsPages: Readonly<Record<string, string>> = {
  ...{ overview: '/', jobs: '/jobs', job: '/jobs/{job_id}', account: '/accounts/{namespace}/{name}', keys: '/keys' },
  playground:
    '/playground/image_ad?run_as=default/verdane&brand_data.brand_url=https://www.verdane.example/&product_metadata.product_name=Oat serum&ad_copies.headline=Calm skin by Sunday',
  audit: '/audit',
};

mkdirSync(folder, { recursive: true });
const { home, known } = await openSample();
const [rig, browser] = await Promise.all([openAdmin(home), openBrowser()]);
const ada = rig.as(admin);
await fillDashboard(rig, ada);
const pages = isForDocs ? docsPages : Object.fromEntries((await allPaths()).map((path) => [nameOf(path), path]));
for (const look of looks) {
  const context = await openWindow(browser, rig, ada, look);
  const errors = consoleOf(context);
  const page = await context.newPage();
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(rig.url + filled(path));
    await page.evaluate('document.fonts.ready');
    await page.waitForTimeout(300);
    await take(page, `${name}-${look.theme}-${look.width}`);
  }
  for (const error of errors) console.error(error);
  await context.close();
}
await browser.close();
await rig.close();
home.close();
console.log(`${Object.keys(pages).length * looks.length} pictures in ${folder}`);

async function allPaths(): Promise<string[]> {
  return wanted.length > 0 ? wanted : pagePathsOf(rig, ada, known);
}

/** Returns a path with values of the sample for its parameters. */
function filled(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? name);
}

function nameOf(path: string): string {
  const plain = filled(path).replaceAll(known['job_id'] ?? '-', 'job');
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-/, '') || 'overview';
}

async function take(page: Page, name: string): Promise<void> {
  if (!isForDocs) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  else
    writeFileSync(
      join(folder, `${name}.webp`),
      await sharp(await page.screenshot())
        .webp({ quality: 78 })
        .toBuffer(),
    );
}
