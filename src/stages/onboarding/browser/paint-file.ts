import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { sniff } from '../../../studio/pictures/sniff.ts';

/** Length, in pixels, of the longer side of a painted file. */
const sidePx = 512;
const paintMs = 1_500;
const screenshotCharactersMax = 4 * 1024 * 1024;

const World = z.object({ executionContextId: z.number() });
const Evaluated = z.object({ result: z.object({ value: z.string() }) });
const Box = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
});
const Captured = z.object({ data: z.string().max(screenshotCharactersMax) });

interface Tab {
  targetId: string;
  call: (method: string, params?: object) => Promise<unknown>;
}

const measure = `(async () => {
  const [picture] = document.images;
  await picture.decode();
  const { x, y, width, height } = picture.getBoundingClientRect();
  return JSON.stringify({ x, y, width, height });
})()`;

/**
 * Paints a file on a transparent ground, in place of the page in a tab, and returns a PNG. The page cannot be read
 * afterwards. A file in an `<img>` runs no scripts and loads no other files. `isTall` is true for a picture that is higher
 * than wide. Throws if the file is not painted within `paintMs`.
 */
export async function paintFile(tab: Tab, file: Buffer, isTall: boolean): Promise<Buffer> {
  const over = new AbortController();
  const tooLate = sleep(paintMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`the file was not painted within ${paintMs} ms`);
  });
  try {
    return await Promise.race([painted(tab, file, isTall), tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    over.abort();
  }
}

async function painted({ call, targetId: frameId }: Tab, file: Buffer, isTall: boolean): Promise<Buffer> {
  await call('Page.navigate', { url: 'about:blank' });
  await call('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  const type = sniff(file) === 'svg' ? 'image/svg+xml' : 'image/x-unknown';
  const side = isTall ? 'height' : 'width';
  const html = `<!doctype html><img ${side}="${sidePx}" src="data:${type};base64,${file.toString('base64')}">`;
  await call('Page.setDocumentContent', { frameId, html });
  const { executionContextId: contextId } = World.parse(
    await call('Page.createIsolatedWorld', { frameId, worldName: 'painter' }),
  );
  const evaluation = { expression: measure, contextId, awaitPromise: true, returnByValue: true };
  const { result } = Evaluated.parse(await call('Runtime.evaluate', evaluation));
  const box = Box.parse(JSON.parse(result.value));
  const clip = { ...box, width: Math.min(box.width, sidePx), height: Math.min(box.height, sidePx), scale: 1 };
  const shot = { format: 'png', clip, captureBeyondViewport: true };
  return Buffer.from(Captured.parse(await call('Page.captureScreenshot', shot)).data, 'base64');
}
