import { z } from 'zod';

const Stated = z.looseObject({
  error: z.union([
    z.string().min(1),
    z.looseObject({ code: z.union([z.number(), z.string()]).nullish(), message: z.string().nullish() }),
  ]),
});

/** Statuses of the codes that the Responses API of OpenAI has in place of a number. */
const statuses: Readonly<Record<string, number>> = {
  insufficient_quota: 402,
  rate_limit_exceeded: 429,
  server_error: 500,
};

/** Returns the HTTP status of an error in a response with status 200, as gateways send it. Undefined: no error. */
export function statedStatus(body: unknown): number | undefined {
  const { data } = Stated.safeParse(body);
  if (data === undefined) return undefined;
  const code = typeof data.error === 'string' ? null : data.error.code;
  const status = statuses[String(code)] ?? Number(code);
  return status >= 400 && status < 600 ? status : 400;
}
