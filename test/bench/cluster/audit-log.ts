/** Reads requests from the audit log of the API server, which has one JSON object per line. */
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

  /** Skips what the file contains now. */
  constructor(file: string) {
    this.#file = file;
    this.#offset = statSync(file).size;
  }

  /** Returns the requests since the last call by clients whose User-Agent begins with this text. */
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

/** Counts requests by verb and resource, such as `patch adjobs/status`. */
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
