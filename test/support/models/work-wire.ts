import { startModelServer, type ModelServer, type ReceivedRequest, type ServerReply } from './model-server.ts';
import { formParts, type FormPart } from './form-parts.ts';
import { canaryKey } from './model-rig.ts';

/** How the works of a wire are accepted, end and are delivered. Tests may change the settings at any time. */
export interface WireSettings {
  /** Key that requests must have. Null: none. */
  key: string | null;
  result: Buffer;
  /** Number of polls of a work that find it unfinished. */
  pendingPolls: number;
  ending: 'done' | 'moderated' | 'failed';
  /** Reports whether requests are refused for their content. */
  isRefusing: boolean;
  /** URL of results, in place of the server's own. */
  resultUrl: string | null;
  /** Reply to downloads, in place of the result. */
  download: ServerReply | null;
}

interface Work {
  id: string;
  polls: number;
  request: ReceivedRequest;
}

/** A server of a provider, and what it has accepted. */
export interface WorkWire extends ModelServer {
  settings: WireSettings;
  works: Works;
}

/** One path of a server. `parts` are the groups of the pattern. */
export type Route = [
  method: 'GET' | 'POST',
  path: RegExp,
  handle: (request: ReceivedRequest, parts: string[]) => ServerReply | Promise<ServerReply>,
];

interface Api {
  /** Returns the header that a request must have if the server needs a key. */
  keyHeader: (key: string) => [name: string, value: string];
  /** Routes without a key, such as those of a delivery network. */
  open?: Route[];
  routes: Route[];
  unauthorized: ServerReply;
  notFound: ServerReply;
}

/** Starts a server with the routes of an API. A request that no route accepts is a problem. */
export async function startWorkWire(settings: WireSettings, works: Works, api: Api): Promise<WorkWire> {
  const server = await startModelServer((request) => {
    const { method, path, headers } = request;
    const found = (routes: Route[] = []): (() => ServerReply | Promise<ServerReply>) | undefined => {
      for (const [on, pattern, handle] of routes) {
        const parts = on === method ? pattern.exec(path) : null;
        if (parts !== null) return () => handle(request, parts.slice(1).map(decodeURIComponent));
      }
      return undefined;
    };
    const [name, value] = api.keyHeader(settings.key ?? '');
    const isKeyed = settings.key === null || headers[name] === value;
    const handle = found(api.open) ?? (isKeyed ? found(api.routes) : () => works.refuse('key', api.unauthorized));
    return handle?.() ?? works.refuse(`${method} ${path}`, api.notFound);
  });
  return { ...server, settings, works };
}

/** Works of a server. Each accepted work is billed once. */
export class Works {
  /** Number of works that were accepted. */
  bills = 0;
  /** What was wrong with requests. */
  readonly problems: string[] = [];
  readonly #works = new Map<string, Work>();

  accept(id: string, request: ReceivedRequest): void {
    this.bills += 1;
    this.#works.set(id, { id, polls: 0, request });
  }

  /** Returns an id for the next work. */
  nextId(): string {
    return `work-${this.bills + 1}`;
  }

  find(id: string): Work | undefined {
    return this.#works.get(id);
  }

  /** Counts a poll, and reports whether the work is done. */
  isDone(work: Work, { pendingPolls }: WireSettings): boolean {
    work.polls += 1;
    return work.polls > pendingPolls;
  }

  get ids(): string[] {
    return [...this.#works.keys()];
  }

  /** Loses all works, as a server that keeps them in memory and was restarted. */
  lose(): void {
    this.#works.clear();
  }

  /** Records a problem, and returns the reply to the request that has it. */
  refuse(problem: string, reply: ServerReply): ServerReply {
    this.problems.push(problem);
    return reply;
  }
}

export const wireSettings = (result: Buffer, changes: Partial<WireSettings> = {}): WireSettings => ({
  ...{ key: canaryKey, result, pendingPolls: 1, ending: 'done', isRefusing: false, resultUrl: null, download: null },
  ...changes,
});

/** Returns the reply to a download. */
export function fileReply({ download, result }: WireSettings, type: string): ServerReply {
  return download ?? { headers: { 'content-type': type }, body: result };
}

/** Returns the JSON object in the body of a request, or undefined. */
export function jsonOf({ headers, body }: ReceivedRequest): Record<string, unknown> | undefined {
  if (headers['content-type'] !== 'application/json') return undefined;
  const value: unknown = JSON.parse(body.toString('utf8'));
  return objectOf(value);
}

export const objectOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;

/** Returns the parts of a form in the body of a request by their names, or undefined. */
export function formOf(request: ReceivedRequest): Map<string, FormPart> | undefined {
  if (!String(request.headers['content-type'] ?? '').startsWith('multipart/form-data')) return undefined;
  return new Map(formParts(request).map((part) => [part.name, part]));
}
