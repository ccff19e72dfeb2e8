import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PageFacts } from '../../src/stages/onboarding/browser/facts.ts';
import { paintPage, type PaintedPage, type PaintOptions } from '../../src/stages/onboarding/browser/paint-page.ts';

const Painting = z.object({
  url: z.url(),
  facts: PageFacts,
  screenshot: z.base64(),
  html: z.string(),
  isCut: z.boolean().default(false),
  logo: z.object({ at: z.number(), png: z.base64() }).optional(),
});

/**
 * Returns a function that paints a page once and keeps the result in a folder, so that a reader can be changed and
 * measured without painting again. The file is named after `site`, the address of the page, and its HTML. A page that
 * could not be painted is not kept.
 */
export function keptPaintings(folder: string): typeof paintPage {
  return async (options) => {
    const file = join(folder, `${nameOf(options)}.json`);
    const kept = await readFile(file, 'utf8').catch(() => undefined);
    if (kept !== undefined) return fromJson(kept);
    const painted = await paintPage(options);
    await mkdir(folder, { recursive: true });
    await writeFile(file, toJson(painted));
    return painted;
  };
}

function nameOf({ document }: PaintOptions): string {
  const hash = createHash('sha256').update(document.url).update(document.bytes).digest('hex').slice(0, 16);
  return `${new URL(document.url).hostname}-${hash}`;
}

function toJson({ url, facts, screenshot, html, isCut, logo }: PaintedPage): string {
  return JSON.stringify({
    url: url.href,
    facts,
    screenshot: screenshot.toString('base64'),
    html,
    isCut,
    ...(logo && { logo: { at: logo.at, png: logo.png.toString('base64') } }),
  });
}

function fromJson(text: string): PaintedPage {
  const { url, facts, screenshot, html, isCut, logo } = Painting.parse(JSON.parse(text));
  return {
    url: new URL(url),
    facts,
    screenshot: Buffer.from(screenshot, 'base64'),
    html,
    isCut,
    ...(logo && { logo: { at: logo.at, png: Buffer.from(logo.png, 'base64') } }),
  };
}
