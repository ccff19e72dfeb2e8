import { createHash } from 'node:crypto';
import type { RequestOptions } from 'node:https';
import type { ConnectionOptions } from 'node:tls';
import type { Clock } from '../clock/port.ts';
import { hasErrorCode } from '../files/error-code.ts';
import { StoreError } from '../store/port.ts';
import type { ClusterConfig } from './cluster-config.ts';

/** `ca`, `cert`, `key`, `servername`, `rejectUnauthorized`: as far as they are set. */
export type TlsSettings = Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'rejectUnauthorized'>;

export interface Credentials {
  /** `Authorization` and what else says who asks. */
  headers: Readonly<Record<string, string>>;
  tls: TlsSettings;
  /** The same for the same `tls`. */
  tlsFingerprint: string;
}

/** Files may have been rotated after so long. */
const freshMs = 10_000;
/** Who is refused for good must not run a credential plugin at every request. */
const renewalIntervalMs = 5_000;

/**
 * Who we are to the API server, as of now: rotated tokens, certificates and authorities are noticed within 10 s, and at
 * once when the server refuses what we have (`renew`).
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
   * After the server has refused these: everything anew, plugins run again. One renewal serves all who were refused.
   * Undefined where there is nothing newer.
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
      throw new StoreError('Unavailable', `There are no credentials for the API server: ${whyNot(error)}`);
    }
  }
}

async function credentialsOf(config: ClusterConfig): Promise<Credentials> {
  const options: RequestOptions = {};
  await config.applyTo(options);
  const { ca, cert, key, servername, rejectUnauthorized, auth } = options;
  const tls = withoutUndefined({ ca, cert, key, servername, rejectUnauthorized });
  const headers: Record<string, string> = {};
  // A token file may end in a line break, which no header may hold.
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name] = String(value).trim();
  if (typeof auth === 'string') headers['Authorization'] = `Basic ${Buffer.from(auth).toString('base64')}`;
  return { headers, tls, tlsFingerprint: fingerprint(tls) };
}

function withoutUndefined(tls: { [K in keyof TlsSettings]: TlsSettings[K] | undefined }): TlsSettings {
  return Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined));
}

function fingerprint(tls: TlsSettings): string {
  return createHash('sha256').update(JSON.stringify(tls)).digest('hex');
}

/** In words of our own: what a plugin printed may hold the token itself. */
function whyNot(error: unknown): string {
  if (hasErrorCode(error, 'ENOENT', 'EACCES') && error instanceof Object && 'path' in error) {
    return `${String(error.path)} cannot be read or run.`;
  }
  return 'the credential plugin of the kubeconfig failed.';
}
