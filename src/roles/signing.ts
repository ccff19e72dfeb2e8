import { join } from 'node:path';
import type { Logger } from 'pino';
import { systemClock } from '../clock/system-clock.ts';
import { KubernetesAccountSecrets } from '../k8s/kubernetes-account-secrets.ts';
import { KubernetesSecrets } from '../k8s/kubernetes-secrets.ts';
import type { RestClient } from '../k8s/rest-client.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import { fence } from '../runtime/fence.ts';
import type { Leadership } from '../runtime/leader-election.ts';
import { DirectorySecrets } from '../secrets/directory-secrets.ts';
import type { AccountSecrets, Secrets } from '../secrets/port.ts';
import { SigningKeys } from '../secrets/signing-keys.ts';
import { SqliteAccountSecrets } from '../secrets/sqlite-account-secrets.ts';
import type { ObjectStore } from '../store/port.ts';
import { newSecret } from '../webhooks/signature.ts';

/**
 * Time in milliseconds for which the controller reuses the Secret with all signing secrets before it reads the Secret
 * again. The Secret may be large.
 */
const freshMs = 2_000;

/** Stores of the secrets with which callbacks are signed. */
export interface SigningStores {
  /** Secrets of users, which accounts name in `spec.webhookSecretRef`. */
  secrets: Secrets;
  accountSecrets: AccountSecrets;
}

/** Opens the signing secrets of a cluster for the controllers. Writes require that this process is the leader. */
export function clusterSigning(client: RestClient, secret: ObjectKey, leadership: Leadership): SigningStores {
  return {
    secrets: new KubernetesSecrets(client),
    accountSecrets: openKubernetesAccountSecrets(fencedClient(client, leadership), secret, freshMs),
  };
}

/** Opens the signing secrets of accounts on a cluster. Sends no request. */
export function openKubernetesAccountSecrets(
  client: Pick<RestClient, 'json' | 'fieldManager'>,
  secret: ObjectKey,
  freshMs = 0,
): AccountSecrets {
  return new KubernetesAccountSecrets({ client, secret, clock: systemClock, newSecret, freshMs });
}

/** Opens the signing secrets in a data folder: those of users and those that Adwright creates for accounts. */
export function localSigning(dataDir: string): SigningStores & { accountSecrets: SqliteAccountSecrets } {
  return { secrets: new DirectorySecrets(join(dataDir, 'secrets')), accountSecrets: openLocalAccountSecrets(dataDir) };
}

export function openLocalAccountSecrets(dataDir: string): SqliteAccountSecrets {
  return new SqliteAccountSecrets({ file: join(dataDir, 'account-secrets.db'), clock: systemClock, newSecret });
}

export function signingKeysOf(
  stores: SigningStores,
  { store, logger }: { store: Pick<ObjectStore, 'get'>; logger: Logger },
): SigningKeys['of'] {
  const keys = new SigningKeys({ ...stores, store, logger, clock: systemClock });
  return keys.of.bind(keys);
}

/**
 * Returns a client that checks before each write that this process is still the leader. Checks again before a write is
 * retried.
 */
function fencedClient(client: RestClient, leadership: Leadership): Pick<RestClient, 'json' | 'fieldManager'> {
  const guarded = client.guarded(() => leadership.holds());
  const fenced = fence(leadership);
  return {
    fieldManager: client.fieldManager,
    json: (request) => (request.method === 'GET' ? client.json(request) : fenced(() => guarded.json(request))),
  };
}
