import { Agent, Pool, ProxyAgent, Socks5ProxyAgent, type Dispatcher } from 'undici';
import { StoreError } from '../objects/store-error.ts';
import type { Credentials, TlsSettings } from './credentials.ts';

/**
 * Purpose of a connection to the API server. Requests share a few connections, but a Kubernetes watch occupies a
 * connection for minutes, so each purpose has its own connections.
 */
export type Lane = 'requests' | 'watches';

/**
 * Maximum number of connections for requests to the API server. It is enough for bursts; more connections would only
 * add handshakes. Further requests wait for a free connection.
 */
const connectionsMax = 50;
const options = {
  pipelining: 1,
  allowH2: false,
  /**
   * Time in milliseconds after which an idle connection is closed. It is below the idle timeouts of load balancers (60
   * s) and of the API server (90 s).
   */
  keepAliveTimeout: 30_000,
} as const;
const connect = { timeout: 10_000, keepAlive: true, keepAliveInitialDelay: 30_000 } as const;

interface Lanes extends Record<Lane, Dispatcher> {
  /**
   * Latest connection pool for each purpose and server. Recorded here because undici's `Agent`, once it is closing,
   * does not list pools that wait for responses.
   */
  pools: Map<string, Dispatcher>;
}

/**
 * Keeps connections to one API server open. After the certificates have changed, new requests use new connections, and
 * requests on the old connections are completed.
 */
export class Transport {
  private readonly proxyUrl: string | undefined;
  private lanes: Lanes | undefined;
  private readonly retired = new Set<Lanes>();
  private tlsFingerprint = '';
  private isClosed = false;

  constructor(proxyUrl: string | undefined) {
    this.proxyUrl = proxyUrl === undefined ? undefined : checked(proxyUrl);
  }

  lane(name: Lane, { tls, tlsFingerprint }: Credentials): Dispatcher {
    if (this.isClosed) throw new StoreError('Unavailable', 'The connection to the cluster was closed.');
    if (this.lanes === undefined || tlsFingerprint !== this.tlsFingerprint) {
      if (this.lanes !== undefined) void this.retire(this.lanes);
      this.lanes = this.open(tls);
      this.tlsFingerprint = tlsFingerprint;
    }
    return this.lanes[name];
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const all = [...this.retired, ...(this.lanes === undefined ? [] : [this.lanes])];
    const open = all.flatMap(({ requests, watches, pools }) => [requests, watches, ...pools.values()]);
    await Promise.all(open.map((dispatcher) => dispatcher.destroy()));
  }

  private async retire(lanes: Lanes): Promise<void> {
    this.retired.add(lanes);
    await Promise.all([lanes.requests.close(), lanes.watches.close()]);
    this.retired.delete(lanes);
  }

  private open(tls: TlsSettings): Lanes {
    const pools: Lanes['pools'] = new Map();
    const recorded = (lane: Lane) => (origin: string | URL, settings: object) => {
      const pool = new Pool(origin, settings);
      pools.set(`${lane} ${String(origin)}`, pool);
      return pool;
    };
    return {
      requests: this.dispatcher(tls, { connections: connectionsMax, factory: recorded('requests') }),
      watches: this.dispatcher(tls, { connections: null, factory: recorded('watches') }),
      pools,
    };
  }

  private dispatcher(tls: TlsSettings, own: Pick<Agent.Options, 'connections' | 'factory'>): Dispatcher {
    const { proxyUrl } = this;
    const all = { ...options, ...own };
    if (proxyUrl === undefined) return new Agent({ ...all, connect: { ...connect, ...tls } });
    const requestTls = { ...connect, ...tls };
    if (proxyUrl.startsWith('socks')) return new Socks5ProxyAgent(proxyUrl, { ...all, requestTls });
    return new ProxyAgent({ ...all, uri: proxyUrl, requestTls });
  }
}

/**
 * Returns the URL of a proxy in a form that undici accepts. The error does not quote the URL, because it may contain a
 * password.
 */
function checked(proxyUrl: string): string {
  if (!/^(?:https?|socks5h?):/i.test(proxyUrl) || !URL.canParse(proxyUrl)) {
    throw new Error('The proxy for the API server must be an http, https or socks5 URL.');
  }
  // In a proxy URL, `socks5h` means that the proxy resolves host names. undici always lets the proxy do this, and knows
  // only `socks5`.
  return proxyUrl.replace(/^socks5h:/i, 'socks5:');
}
