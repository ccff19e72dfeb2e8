import type { Logger } from 'pino';
import { z } from 'zod';
import type { Egress, Fetched } from '../../../egress/port.ts';
import { stageUserAgent } from '../../../egress/user-agent.ts';
import { runClock, type RunClock } from '../../../processes/run-clock.ts';
import { programVersion } from '../../../version.ts';
import { DevTools } from './devtools.ts';
import { PageFacts, factLimits, factsCharactersMax } from './facts.ts';
import { windowSize } from '../../../browser/browser-flags.ts';
import type { OpenBrowser } from './launch.ts';
import { MainLoad } from './main-load.ts';
import { PageRequests } from './page-requests.ts';
import { paintLogo } from './paint-logo.ts';
import { htmlScript, pageScript, showOnlyScript, stillScript } from './page-script.ts';
import { watchMemory } from './watchdog.ts';

/** A page as the browser has painted it. */
export interface PaintedPage {
  /** URL of the painted page. It differs from the requested URL if scripts have forwarded to another page. */
  url: URL;
  facts: PageFacts;
  /** PNG of the first screen, without consent dialogs. */
  screenshot: Buffer;
  /** HTML of the page after its scripts have run, cut at a limit. */
  html: string;
  /** True if the page was still loading when its time was over, and was read as far as it had loaded. */
  isCut: boolean;
  /** The picture of the facts that only a browser can show and that is probably the logo, as a PNG. */
  logo?: { at: number; png: Buffer };
}

export interface PaintOptions {
  open: OpenBrowser;
  egress: Egress;
  /** Response for the page, which was already fetched. The browser opens the URL of this response. */
  document: Fetched;
  logger: Pick<Logger, 'debug'>;
  signal: AbortSignal;
  /** Returns the place in the facts of the picture to paint as the logo. `isBrowserOnly` tells which files cannot be drawn. */
  logoOf?: (facts: PageFacts, isBrowserOnly: (url: string) => boolean) => number | undefined;
  /**
   * Time limit in milliseconds for reading the page, by a clock that stands still while the browser waits for a
   * processor. On the wall, starting the browser and reading the page may take `wallFactor` times as long.
   */
  timeoutMs: number;
}

/** Thrown if the browser did not read the page. The message is a clause for a note in the response of the job. */
export class PaintError extends Error {
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'PaintError';
  }
}

const wallFactor = 2.5;
/** Share of the time limit after which the page is read even if it is still loading. */
const loadShare = 0.6;
const quietMs = 120;
const settleMs = 700;
/** Factor by which animations and transitions run faster, so that what a page fades in is painted in full. */
const animationRate = 20;
const htmlCharactersMax = 2_000_000;
const screenshotBytesMax = 16 * 1024 * 1024;

const Created = z.object({ targetId: z.string() });
const Attached = z.object({ sessionId: z.string() });
const World = z.object({ executionContextId: z.number() });
const Evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});
const Captured = z.object({ data: z.string().max((screenshotBytesMax * 4) / 3) });

/**
 * Opens a page in a browser of its own and reads what is painted.
 *
 * Guarantee: when the promise settles, the browser has ended. Throws `PaintError` if the page cannot be read within the
 * limits of time and memory, and the reason of the signal if the signal aborts.
 */
export async function paintPage(options: PaintOptions): Promise<PaintedPage> {
  const { signal, timeoutMs } = options;
  signal.throwIfAborted();
  const ending = new AbortController();
  const timer = setTimeout(() => {
    ending.abort(tookTooLong(timeoutMs * wallFactor));
  }, timeoutMs * wallFactor);
  try {
    return await paintUntil(options, AbortSignal.any([signal, ending.signal]), ending);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PaintError) throw error;
    throw new PaintError('the browser could not read the page', { cause: error });
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

const tookTooLong = (ms: number): PaintError => new PaintError(`the page took longer than ${ms / 1_000} s`);

async function paintUntil(options: PaintOptions, ends: AbortSignal, ending: AbortController): Promise<PaintedPage> {
  const browser = await options.open();
  const watch = watchMemory(browser.pid, () => {
    ending.abort(new PaintError('the memory of the browser could not be watched'));
  });
  const devtools = new DevTools(browser);
  const stopped = new Promise<never>((_, reject) => {
    const stop = (): void => {
      reject(ends.reason as Error);
    };
    if (ends.aborted) stop();
    else ends.addEventListener('abort', stop, { once: true });
  });
  const gone = devtools.ended.then((reason) => {
    throw reason;
  });
  const clock = runClock(browser.pid);
  clock.sleep(options.timeoutMs, ends).then(
    () => {
      ending.abort(tookTooLong(options.timeoutMs));
    },
    () => undefined, // The page was read, or its time on the wall is over.
  );
  try {
    return await Promise.race([stopped, gone, readIn(devtools, clock, { ...options, signal: ends })]);
  } catch (error) {
    throw watch.isExceeded ? new PaintError('the page needs too much memory', { cause: error }) : error;
  } finally {
    watch.stop();
    options.logger.debug({ peakBytes: watch.peakBytes }, 'the browser ended');
    devtools.end('the page was read');
    await browser.close();
  }
}

async function readIn(devtools: DevTools, clock: RunClock, options: PaintOptions): Promise<PaintedPage> {
  const { targetId } = Created.parse(await devtools.send('Target.createTarget', { url: 'about:blank', ...windowSize }));
  const { sessionId } = Attached.parse(await devtools.send('Target.attachToTarget', { targetId, flatten: true }));
  const tab: Tab = {
    devtools,
    targetId,
    sessionId,
    call: (method, params) => devtools.send(method, params, sessionId),
  };
  const requests = new PageRequests({ ...options, devtools, mainFrame: targetId });
  const loaded = watchTab(tab, requests);
  await prepare(tab);
  const isCut = await load(tab, requests, { loaded, clock, options });
  const evaluate = await reader(tab);
  const page = { ...(await read({ tab, requests, evaluate })), isCut };
  const at = options.logoOf?.(page.facts, (url) => requests.isBrowserOnly(url));
  if (at === undefined) return page;
  try {
    return { ...page, logo: { at, png: await paintLogo(tab.call, () => evaluate(showOnlyScript(at), 3_000)) } };
  } catch (error) {
    options.logger.debug({ err: error }, 'failed to paint the logo');
    return page;
  }
}

interface Tab {
  devtools: DevTools;
  targetId: string;
  sessionId: string;
  call: (method: string, params?: object) => Promise<unknown>;
}

/**
 * Handles the events of a page: answers its requests, dismisses its JavaScript dialogs, and ends the connection if the
 * process of the page has crashed or was killed. The promise resolves when the page has loaded.
 */
function watchTab({ devtools, targetId, sessionId, call }: Tab, requests: PageRequests): Promise<void> {
  const mainLoad = new MainLoad(targetId);
  return new Promise((resolve) => {
    devtools.onEvent((event) => {
      requests.handle(event);
      if (event.session !== sessionId) return;
      if (mainLoad.isLoaded(event)) resolve();
      if (event.method === 'Inspector.targetCrashed') devtools.end('the process of the page crashed');
      if (event.method === 'Page.javascriptDialogOpening')
        call('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined);
    });
  });
}

/**
 * Makes the browser pause all requests, which `PageRequests` answers, and every worker, frame process and window that
 * the page opens. The latter stay paused, because they are not needed for painting the page.
 */
async function prepare({ devtools, call }: Tab): Promise<void> {
  const paused = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
  await Promise.all([
    call('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] }),
    call('Target.setAutoAttach', paused),
    devtools.send('Target.setAutoAttach', paused),
    devtools.send('Browser.setDownloadBehavior', { behavior: 'deny' }),
    call('Page.enable'),
    call('Page.setLifecycleEventsEnabled', { enabled: true }),
    // Scripts see the User-Agent with which the guard requests the files.
    call('Emulation.setUserAgentOverride', { userAgent: stageUserAgent(programVersion()) }),
    call('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-reduced-motion', value: 'reduce' },
        { name: 'prefers-color-scheme', value: 'light' },
      ],
    }),
  ]);
}

/**
 * Opens the page and waits until it has loaded, or until `loadShare` of the time limit has passed. In the second case,
 * returns true, and the page is read as far as it has loaded.
 */
async function load(
  tab: Tab,
  requests: PageRequests,
  { loaded, clock, options }: { loaded: Promise<void>; clock: RunClock; options: PaintOptions },
): Promise<boolean> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, options.signal]);
  const patience = clock.sleep(options.timeoutMs * loadShare, signal).catch(() => undefined);
  const settled = async (): Promise<void> => {
    await tab.call('Page.navigate', { url: options.document.url });
    await loaded;
    await tab.call('Animation.setPlaybackRate', { playbackRate: animationRate });
    await Promise.race([quiet(requests, clock, signal), clock.sleep(settleMs, signal)]);
  };
  const settling = settled().then(
    () => 'settled' as const,
    (error: unknown) => {
      if (over.signal.aborted) return 'settled' as const;
      throw error;
    },
  );
  const outcome = await Promise.race([settling, patience.then(() => 'late' as const)]);
  over.abort();
  // Stops scripts, because a script that runs without end would prevent reading the page.
  if (outcome === 'late') await tab.call('Runtime.terminateExecution');
  return outcome === 'late';
}

/** Resolves when no request is open before and after a pause of `quietMs`. */
async function quiet(requests: PageRequests, clock: RunClock, signal: AbortSignal): Promise<void> {
  for (let isQuiet = false; !isQuiet;) {
    await requests.idle();
    await clock.sleep(quietMs, signal);
    isQuiet = requests.isIdle;
  }
}

/** Evaluates JavaScript inside the page, out of reach of the scripts of the page. */
type Evaluate = (expression: string, timeoutMs: number) => Promise<string>;

async function reader(tab: Tab): Promise<Evaluate> {
  const { executionContextId: contextId } = World.parse(
    await tab.call('Page.createIsolatedWorld', { frameId: tab.targetId, worldName: 'reader' }),
  );
  return async (expression, timeout) => {
    const evaluation = await tab.call('Runtime.evaluate', { expression, contextId, returnByValue: true, timeout });
    const { result, exceptionDetails } = Evaluated.parse(evaluation);
    if (exceptionDetails !== undefined || typeof result.value !== 'string')
      throw new PaintError('the page could not be read');
    return result.value;
  };
}

async function read({
  tab,
  requests,
  evaluate,
}: {
  tab: Tab;
  requests: PageRequests;
  evaluate: Evaluate;
}): Promise<Omit<PaintedPage, 'isCut'>> {
  await evaluate(stillScript, 1_000);
  const json = await evaluate(pageScript(), factLimits.timeMs * 2);
  if (json.length > factsCharactersMax) throw new PaintError('the page is too large');
  const facts = PageFacts.parse(JSON.parse(json));
  const url = URL.parse(facts.url);
  if (url === null || !requests.hasServed(url)) throw new PaintError('the page forwards to an address without a page');
  const captured = await tab.call('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  const html = await evaluate(htmlScript(htmlCharactersMax), 5_000);
  return { url, facts, screenshot: Buffer.from(Captured.parse(captured).data, 'base64'), html };
}
