import type { ObjectKey } from '../store/port.ts';

/** The label by which somebody has said that Adwright may sign with a Secret: whoever may name one must not read any. */
export const signingLabel = 'adwright.dev/signing';

/** Secrets for signing callbacks. A Secret that does not carry `adwright.dev/signing: "true"` looks like none. */
export interface Secrets {
  /** The values by their names; undefined where there is none. Throws where that cannot be told. */
  read(key: ObjectKey): Promise<Record<string, Buffer> | undefined>;
}
