import { adAccountKind, apiKeyKind } from '../../domain/kinds.ts';
import { Reflector, type ReflectorOptions } from '../../runtime/reflector.ts';
import type { AdAccountSpec, AdAccountStatus } from '../../schema/adaccount.ts';
import type { ApiKeySpec, ApiKeyStatus } from '../../schema/apikey.ts';
import type { ObjectKey } from '../../store/port.ts';

/** Who pays and who asks: for a new job it matters only whether they exist. */
export interface KnownParties {
  /** True for what the watch has shown; what was made a moment ago may be missing. `kind` as in `ResourceKind`. */
  isKnown(kind: string, key: ObjectKey): boolean;
}

type Watching = Pick<ReflectorOptions<never, never, never>, 'store' | 'clock' | 'logger'> & {
  select: { namespace?: string };
};

/** The accounts and keys of a namespace, or of all, as the watch shows them; some dozen bytes each. */
export class WatchedParties implements KnownParties {
  readonly #accounts: Reflector<AdAccountSpec, AdAccountStatus, true>;
  readonly #keys: Reflector<ApiKeySpec, ApiKeyStatus, true>;

  constructor(watching: Watching) {
    const transform = () => true as const;
    this.#accounts = new Reflector({ ...watching, kind: adAccountKind, transform });
    this.#keys = new Reflector({ ...watching, kind: apiKeyKind, transform });
  }

  /** Until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#accounts.run(signal), this.#keys.run(signal)]);
  }

  async whenSynced(): Promise<void> {
    await Promise.all([this.#accounts.whenSynced(), this.#keys.whenSynced()]);
  }

  isKnown(kind: string, key: ObjectKey): boolean {
    const { cache } = kind === adAccountKind.kind ? this.#accounts : this.#keys;
    return cache.get(key) !== undefined;
  }
}
