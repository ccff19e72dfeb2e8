/** Serves the two sample brands of `examples/sites` on this machine, each on a port of its own. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import express from 'express';

const examples = fileURLToPath(new URL('../examples', import.meta.url));

export interface SampleSites {
  verdane: string;
  marl: string;
  /** Value of the setting `ADWRIGHT_EGRESS_ALLOW` with which stages may read the sites. */
  egressAllow: string;
  close(): void;
}

/** Starts both websites on these ports. Port 0 selects a free port. */
export async function startSampleSites(ports: [number, number] = [0, 0]): Promise<SampleSites> {
  const [verdane, marl] = [await serve('verdane', ports[0]), await serve('marl', ports[1])];
  return {
    verdane: verdane.url,
    marl: marl.url,
    egressAllow: [verdane, marl].map(({ port }) => `127.0.0.0/8:${port}`).join(','),
    close: () => {
      verdane.close();
      marl.close();
    },
  };
}

async function serve(brand: string, port: number) {
  const app = express().disable('x-powered-by');
  app.use('/pictures', express.static(`${examples}/pictures`));
  app.use(express.static(`${examples}/sites/${brand}`));
  const server = app.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
