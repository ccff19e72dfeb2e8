/** What the API server's audit log says of requests, one JSON line each. */
import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const Line = z.object({
  verb: z.string(),
  userAgent: z.string().default(''),
  requestURI: z.string(),
  objectRef: z
    .object({ resource: z.string().optional(), subresource: z.string().optional(), name: z.string().optional() })
    .default({}),
  responseStatus: z.object({ code: z.number().default(0) }).default({ code: 0 }),
  requestReceivedTimestamp: z.string(),
});
export type AuditLine = z.infer<typeof Line>;

export class AuditLog {
  readonly #file: string;
  #offset: number;

  /** From the end of the file as it is now. */
  constructor(file: string) {
    this.#file = file;
    this.#offset = statSync(file).size;
  }

  /** What was added since the last call, of clients whose User-Agent begins so. */
  async read(userAgent: string): Promise<AuditLine[]> {
    const end = statSync(this.#file).size;
    const stream = createReadStream(this.#file, { start: this.#offset, end: Math.max(end - 1, this.#offset) });
    this.#offset = end;
    const lines: AuditLine[] = [];
    for await (const text of createInterface({ input: stream })) {
      if (!text.includes(userAgent)) continue;
      const line = Line.parse(JSON.parse(text));
      if (line.userAgent.startsWith(userAgent)) lines.push(line);
    }
    return lines;
  }
}

/** `patch adjobs/status`, and how often. */
export function countByKind(lines: readonly AuditLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const {
    verb,
    objectRef: { resource = '-', subresource },
  } of lines) {
    const kind = `${verb} ${resource}${subresource === undefined ? '' : `/${subresource}`}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}
