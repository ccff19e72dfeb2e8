import { z } from 'zod';
import type { DevToolsEvent } from './devtools.ts';

const Navigated = z.object({ frame: z.object({ id: z.string(), loaderId: z.string(), url: z.string() }) });
const Lifecycle = z.object({ frameId: z.string(), loaderId: z.string(), name: z.string() });

/** The document with which a browser window starts, before it opens the page. */
const emptyDocument = 'about:blank';

/**
 * Finds the end of loading of a page among the events of its window. The load events of the empty document with which
 * the window starts may arrive after the page was requested, and those of a page that has forwarded to another page do
 * not count either. Each document has a loader id of its own, which tells them apart.
 */
export class MainLoad {
  readonly #mainFrame: string;
  /** Loader of the document that the main frame shows; undefined for the empty document. */
  #loader: string | undefined;

  constructor(mainFrame: string) {
    this.#mainFrame = mainFrame;
  }

  /** Reports whether the event says that the document of the page has loaded. Requires all events in their order. */
  isLoaded({ method, params }: DevToolsEvent): boolean {
    if (method === 'Page.frameNavigated') this.#navigated(params);
    if (method !== 'Page.lifecycleEvent') return false;
    const { data } = Lifecycle.safeParse(params);
    return data?.name === 'load' && data.frameId === this.#mainFrame && data.loaderId === this.#loader;
  }

  #navigated(params: unknown): void {
    const frame = Navigated.safeParse(params).data?.frame;
    if (frame?.id === this.#mainFrame) this.#loader = frame.url === emptyDocument ? undefined : frame.loaderId;
  }
}
