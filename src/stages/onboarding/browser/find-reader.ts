import type { Logger } from 'pino';
import type { PageReader } from '../page-reader.ts';

/** Time limit in milliseconds for one page in a browser that runs on the same machine. */
const localTimeoutMs = 8_000;

/**
 * Returns a reader that paints pages in a browser, or undefined if no browser is usable on this machine. Logs what is
 * missing, because less is found out about a brand without a browser.
 */
export async function findReader(
  { wanted, path }: { wanted: string; path: string },
  logger: Pick<Logger, 'info'>,
): Promise<PageReader | undefined> {
  if (wanted === 'off') return undefined;
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
    import('./browser-reader.ts'),
    import('./launch.ts'),
  ]);
  return new BrowserReader({ open: () => launchBrowser({ program, isolation }), timeoutMs: localTimeoutMs });
}
