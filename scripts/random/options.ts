import { parseArgs } from 'node:util';
import { z } from 'zod';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const Options = z.object({
  count: z.coerce.number().int().positive(),
  seed: z.coerce
    .number()
    .int()
    .default(Date.now() % 1_000_000),
  from: z.coerce.number().int().nonnegative().default(0),
  step: z.coerce.number().int().positive().default(1),
  scale: z.coerce.number().positive().max(1).default(1),
  sheets: z.boolean().default(false),
});

interface Script {
  /** Number of requests, unless the command line sets it. */
  count: number;
  /** True if the script accepts the option `--sheets`. */
  hasSheets?: boolean;
}

/**
 * Reads the command line of a script that draws random requests. If an option is invalid, prints the reason and exits
 * with code 2.
 */
export function randomOptions({ count, hasSheets = false }: Script): z.infer<typeof Options> {
  const usual = { count: { ...text, default: String(count) }, seed: text, from: text, step: text, scale: text };
  const { values } = parseArgs({ options: hasSheets ? { ...usual, sheets: flag } : usual });
  const read = Options.safeParse(values);
  if (read.success) return read.data;
  console.error(z.prettifyError(read.error));
  return process.exit(2);
}
