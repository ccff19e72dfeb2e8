/**
 * Takes pictures of every page of the dashboard, in both themes, on a phone and on a wide screen, with sample data:
 * `node scripts/dashboard-pictures.ts [folder] [path...]`. The folder is `out/dashboard` by default. With paths, such as
 * `/jobs`, takes only the pictures of these pages.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { consoleOf, openBrowser, openWindow, pagePathsOf } from '../test/support/admin/admin-browser.ts';
import { admin, openAdmin } from '../test/support/admin/admin-rig.ts';
import { fillDashboard, openSample } from '../test/support/admin/sample-installation.ts';

const [folder = 'out/dashboard', ...wanted] = process.argv.slice(2);
const looks = [
  { theme: 'light', width: 1_440 },
  { theme: 'dark', width: 1_440 },
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
] as const;

mkdirSync(folder, { recursive: true });
const { home, known } = await openSample();
const [rig, browser] = await Promise.all([openAdmin(home), openBrowser()]);
const ada = rig.as(admin);
await fillDashboard(rig, ada);
const paths = wanted.length > 0 ? wanted : await pagePathsOf(rig, ada, known);
for (const look of looks) {
  const context = await openWindow(browser, rig, ada, look);
  const errors = consoleOf(context);
  const page = await context.newPage();
  for (const given of paths) {
    // `/jobs/{job_id}` stands for the page of a job of the sample.
    const path = given.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? name);
    await page.goto(rig.url + path);
    await page.evaluate('document.fonts.ready');
    await page.waitForTimeout(300);
    const name =
      path
        .replaceAll(known['job_id'] ?? '-', 'job')
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replace(/^-/, '') || 'overview';
    await page.screenshot({ path: join(folder, `${name}-${look.theme}-${look.width}.png`), fullPage: true });
  }
  for (const error of errors) console.error(error);
  await context.close();
}
await browser.close();
await rig.close();
home.close();
console.log(`${paths.length * looks.length} pictures in ${folder}`);
