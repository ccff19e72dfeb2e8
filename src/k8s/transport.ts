import { Agent, ProxyAgent, Socks5ProxyAgent, type Dispatcher } from 'undici';
import { StoreError } from '../store/port.ts';
import type { Credentials, TlsSettings } from './credentials.ts';

/** What is asked and answered shares few connections; a watch holds one of its own for minutes. */
export type Lane = 'requests' | 'watches';

/** Enough that bursts are not held up by us; more would be handshakes only. Further requests wait for a free one. */
const connectionsMax = 50;
const options = {
  pipelining: 1,
  allowH2: false,
  /** Below the idle time-outs of load balancers (60 s) and of the API server (90 s). */
  keepAliveTimeout: 30_000,
} as const;
const connect = { timeout: 10_000, keepAlive: true, keepAliveInitialDelay: 30_000 } as const;

/** Connections to one API server, kept alive. Other certificates get other connections; what runs on the old ones ends in peace. */
export class Transport {
  private readonly proxyUrl: string | undefined;
  private lanes: Record<Lane, Dispatcher> | undefined;
  private tlsFingerprint = '';
  private isClosed = false;

  constructor(proxyUrl: string | undefined) {
    this.proxyUrl = proxyUrl;
  }

  lane(name: Lane, { tls, tlsFingerprint }: Credentials): Dispatcher {
    if (this.isClosed) throw new StoreError('Unavailable', 'The connection to the cluster was closed.');
    if (this.lanes === undefined || tlsFingerprint !== this.tlsFingerprint) {
      void this.retire();
      this.lanes = { requests: this.dispatcher(tls, connectionsMax), watches: this.dispatcher(tls, null) };
      this.tlsFingerprint = tlsFingerprint;
    }
    return this.lanes[name];
  }

  /** Whatever still runs fails, and whatever comes. */
  async close(): Promise<void> {
    this.isClosed = true;
    const lanes = Object.values(this.lanes ?? {});
    await Promise.all(lanes.map((lane) => lane.destroy()));
  }

  private async retire(): Promise<void> {
    const lanes = Object.values(this.lanes ?? {});
    await Promise.all(lanes.map((lane) => lane.close()));
  }

  private dispatcher(tls: TlsSettings, connections: number | null): Dispatcher {
    const { proxyUrl } = this;
    const all = { ...options, connections };
    if (proxyUrl === undefined) return new Agent({ ...all, connect: { ...connect, ...tls } });
    const requestTls = { ...connect, ...tls };
    if (proxyUrl.startsWith('socks')) return new Socks5ProxyAgent(proxyUrl, { ...all, requestTls });
    return new ProxyAgent({ ...all, uri: proxyUrl, requestTls });
  }
}
