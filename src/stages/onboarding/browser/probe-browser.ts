import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { firstUnits } from '../../../domain/whole-characters.ts';
import { hasErrorCode, messageOf } from '../../../files/error-code.ts';
import { BrowserGone, DevTools } from './devtools.ts';
import { findBrowser } from './find-browser.ts';
import type { BrowserPlace } from './find-reader.ts';
import { chooseIsolation } from './isolation.ts';
import { launchBrowser, type LaunchOptions } from './launch.ts';

/** Time limit in milliseconds for the start of the browser. Generous, because the machine may be busy. */
const probeMs = 20_000;

const Created = z.object({ targetId: z.string() });
const Attached = z.object({ sessionId: z.string() });
const Evaluated = z.object({ result: z.object({ value: z.literal(42) }) });

/** Number of characters of the browser's error output that are kept: the last ones, because they are about its end. */
const outputMax = 16_384;

/** Why a browser has not painted a page. */
export interface StartFailure {
  reason: string;
  /** The line of the browser's error output that says most about its end; undefined if there is no output. */
  output: string | undefined;
  /** True if the program cannot be started or exits, so that it will not start later either. A timeout is not final. */
  isFinal: boolean;
}

/**
 * Starts the browser once, as for a page, and logs why it cannot run scripts of a page. Returns false if it will not
 * start later either. Returns true if there is no browser or it cannot be isolated, which the stage itself checks for
 * each job.
 */
export async function canBrowserStart(
  { wanted, path }: Pick<BrowserPlace, 'wanted' | 'path'>,
  logger: Pick<Logger, 'warn'>,
): Promise<boolean> {
  const [program, isolation] = await Promise.all([findBrowser(wanted, path), chooseIsolation()]);
  if (program === undefined || isolation === undefined) return true;
  const failure = await startFailure({ program, isolation, logger }, probeMs);
  if (failure === undefined) return true;
  const { isFinal, ...why } = failure;
  logger.warn(
    { program, ...why },
    isFinal
      ? 'the browser does not start here; pages are read from their source only until the service restarts'
      : 'the browser could not be tested; each job tries to start it',
  );
  return !isFinal;
}

/** Returns why the browser cannot paint a page; undefined if it can. */
export async function startFailure(options: LaunchOptions, timeoutMs: number): Promise<StartFailure | undefined> {
  let output = '';
  const onError = (text: string): void => {
    output = (output + text).slice(-outputMax);
  };
  try {
    await start({ ...options, onError }, timeoutMs);
    return undefined;
  } catch (error) {
    const isFinal = error instanceof BrowserGone || hasErrorCode(error, 'ENOENT', 'EACCES', 'ENOEXEC');
    return { reason: messageOf(error), output: lineAboutEnd(output), isFinal };
  }
}

/** Runs a script in an empty page. Its process and its sandbox are started only then. */
async function start(options: LaunchOptions, timeoutMs: number): Promise<void> {
  const browser = await launchBrowser(options);
  const devtools = new DevTools(browser);
  const over = new AbortController();
  const gone = devtools.ended.then((reason) => {
    throw reason;
  });
  const late = sleep(timeoutMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`it did not start within ${timeoutMs / 1_000} s`);
  });
  try {
    await Promise.race([runScript(devtools), gone, late]);
  } finally {
    over.abort();
    devtools.end('the browser was tested');
    await Promise.all([browser.close(), ...[gone, late].map((each) => each.catch(() => undefined))]);
  }
}

async function runScript(devtools: DevTools): Promise<void> {
  const { targetId } = Created.parse(await devtools.send('Target.createTarget', { url: 'about:blank' }));
  const { sessionId } = Attached.parse(await devtools.send('Target.attachToTarget', { targetId, flatten: true }));
  Evaluated.parse(await devtools.send('Runtime.evaluate', { expression: '6 * 7' }, sessionId));
}

const usual = /error while loading shared libraries|no usable sandbox|not found|no such file|permission denied/i;
const fatal = /^\[[^\]]{0,200}:FATAL:/;

/**
 * Returns the line of the browser's error output that says most about its end, without the time and place that Chromium
 * puts before it; undefined if there is no output.
 */
function lineAboutEnd(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((each) => fatal.test(each)) ?? lines.find((each) => usual.test(each)) ?? lines.at(-1);
  return line && firstUnits(line.replace(/^\[[^\]]{0,200}\]\s*/, '').trim(), 300);
}
