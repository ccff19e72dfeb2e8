import type { Logger } from 'pino';
import type { PageReader } from '../page-reader.ts';

/** Time limit in milliseconds for one page in a browser that runs on the same machine. */
const localTimeoutMs = 8_000;

/** Time limit in milliseconds for one page in a browser in another container, which may have less CPU time. */
const containerTimeoutMs = 12_000;

export interface BrowserPlace {
  /** Browser of this machine: a path, a program name, `off`, or empty for any known browser. */
  wanted: string;
  /** Folders in which a program name is looked for, in the format of `PATH`. */
  path: string;
  /** Path of the Unix socket of a browser in another container. If it is not empty, this browser is used. */
  socket: string;
}

/**
 * Returns a reader that paints pages in a browser, or undefined if no browser is usable. Logs what is missing, because
 * less is found out about a brand without a browser.
 */
export async function findReader(
  { wanted, path, socket }: BrowserPlace,
  logger: Pick<Logger, 'info' | 'warn'>,
): Promise<PageReader | undefined> {
  if (wanted === 'off') return undefined;
  return socket === '' ? localReader({ wanted, path }, logger) : readerAt(socket);
}

async function readerAt(socket: string): Promise<PageReader> {
  const [{ BrowserReader }, { connectBrowser }] = await Promise.all([
    import('../readers/browser.ts'),
    import('./connect.ts'),
  ]);
  return new BrowserReader({ open: () => connectBrowser({ socket }), timeoutMs: containerTimeoutMs });
}

async function localReader(
  { wanted, path }: Pick<BrowserPlace, 'wanted' | 'path'>,
  logger: Pick<Logger, 'info' | 'warn'>,
): Promise<PageReader | undefined> {
  const [{ findBrowser }, { chooseIsolation }] = await Promise.all([
    import('./find-browser.ts'),
    import('./isolation.ts'),
  ]);
  const [program, isolation] = await Promise.all([findBrowser(wanted, path), chooseIsolation()]);
  if (program === undefined) {
    logger.info('no browser is installed; pages are read from their source only (Debian: chromium-headless-shell)');
    return undefined;
  }
  if (isolation === undefined) {
    logger.info(
      { program },
      'the browser cannot be isolated here (unshare, user namespaces); pages are read from source',
    );
    return undefined;
  }
  const [{ BrowserReader }, { launchBrowser }] = await Promise.all([
    import('../readers/browser.ts'),
    import('./launch.ts'),
  ]);
  return new BrowserReader({ open: () => launchBrowser({ program, isolation, logger }), timeoutMs: localTimeoutMs });
}
