import { createHash } from 'node:crypto';
import type { RequestOptions } from 'node:https';
import type { ConnectionOptions } from 'node:tls';
import type { Clock } from '../clock/port.ts';
import { hasErrorCode } from '../files/error-code.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ClusterConfig } from './cluster-config.ts';

export type TlsSettings = Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'rejectUnauthorized'>;

export interface Credentials {
  headers: Readonly<Record<string, string | string[]>>;
  tls: TlsSettings;
  tlsFingerprint: string;
}

/**
 * Time in milliseconds after which the files with the credentials are read again, because tokens and certificates may
 * have been replaced.
 */
const freshMs = 10_000;
/**
 * Minimum interval between two renewals of the credentials. Without it, an API server that refuses all credentials
 * would cause a run of the credential plugin for every request.
 */
const renewalIntervalMs = 5_000;

/**
 * Provides the current credentials for the API server. If tokens or certificates are replaced, the new ones are used
 * within 10 s, or at once when the server refuses the old ones (`renew`).
 */
export class CredentialSource {
  private readonly load: () => ClusterConfig;
  private readonly clock: Clock;
  private config: ClusterConfig;
  private known: Promise<Credentials> | undefined;
  private readMs = 0;
  private renewedMs = -Infinity;

  constructor(config: ClusterConfig, load: () => ClusterConfig, clock: Clock) {
    this.config = config;
    this.load = load;
    this.clock = clock;
  }

  current(): Promise<Credentials> {
    if (this.known === undefined || this.clock.monotonicMs() - this.readMs >= freshMs) this.known = this.read();
    return this.known;
  }

  /**
   * Loads the credentials again after the API server has refused them: reads the kubeconfig and runs its credential
   * plugins again. Concurrent callers share one renewal. Returns undefined if the last renewal was less than 5 s ago.
   */
  async renew(refused: Credentials): Promise<Credentials | undefined> {
    const known = await this.current();
    if (known !== refused) return known;
    if (this.clock.monotonicMs() - this.renewedMs < renewalIntervalMs) return undefined;
    this.renewedMs = this.clock.monotonicMs();
    this.known = this.read(this.load);
    return this.known;
  }

  private async read(load?: () => ClusterConfig): Promise<Credentials> {
    this.readMs = this.clock.monotonicMs();
    try {
      if (load !== undefined) this.config = load();
      return await credentialsOf(this.config);
    } catch (error) {
      this.known = undefined;
      throw new StoreError('Unavailable', `Failed to load the credentials for the API server: ${whyNot(error)}`);
    }
  }
}

async function credentialsOf(config: ClusterConfig): Promise<Credentials> {
  const options: RequestOptions = {};
  await config.applyTo(options);
  const { ca, cert, key, servername, rejectUnauthorized, auth } = options;
  const tls = withoutUndefined({ ca, cert, key, servername, rejectUnauthorized });
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    // The token may come from a file that ends in a line break, and a line break is invalid in a header.
    headers[name] = Array.isArray(value) ? value.map(String) : String(value).trim();
  }
  if (typeof auth === 'string') headers['Authorization'] = `Basic ${Buffer.from(auth).toString('base64')}`;
  return { headers, tls, tlsFingerprint: fingerprint(tls) };
}

function withoutUndefined(tls: { [K in keyof TlsSettings]: TlsSettings[K] | undefined }): TlsSettings {
  return Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined));
}

function fingerprint(tls: TlsSettings): string {
  return createHash('sha256').update(JSON.stringify(tls)).digest('hex');
}

/**
 * Returns the reason why loading the credentials failed. The original message is not used, because the output of a
 * credential plugin may contain the token.
 */
function whyNot(error: unknown): string {
  if (hasErrorCode(error, 'ENOENT', 'EACCES') && error instanceof Object && 'path' in error) {
    return `${String(error.path)} cannot be read or executed.`;
  }
  return 'the credential plugin of the kubeconfig failed.';
}
