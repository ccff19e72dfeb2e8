/** A network namespace in which the kernel counts connections. Requires root and Debian or another Linux with the tools. */
import { execFileSync, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { z } from 'zod';
import { ipv6Only } from '../../support/hostile-receivers.ts';

const mark = 'ADWRIGHT_BENCH_NAMESPACE';

/** Addresses of receivers. Connections to all other addresses are forbidden. */
export const receiverRanges = { ipv4: '127.1.0.0/16', ipv6: 'fd00:1::/64' };

/** Programs that the namespace needs, with the Debian package of each. */
const tools = { ip: 'iproute2', nft: 'nftables' };

/**
 * Every address is local to the namespace, so that no connection fails for lack of a route. A connection that is
 * refused is counted too, by its first packet.
 */
const setUp = `
set -e
ip link set lo up
ip -6 addr add ${ipv6Only}/64 dev lo nodad
ip route add local 0.0.0.0/0 dev lo
ip -6 route add local ::/0 dev lo
nft -f - <<'RULES'
table inet bench {
  counter allowed {
  }
  counter forbidden {
  }
  chain output {
    type filter hook output priority 0
    meta l4proto != tcp return
    tcp flags & (syn | ack) != syn return
    ip daddr ${receiverRanges.ipv4} counter name allowed return
    ip6 daddr ${receiverRanges.ipv6} counter name allowed return
    counter name forbidden
  }
}
RULES
`;

const Counters = z.object({
  nftables: z.array(z.looseObject({ counter: z.object({ name: z.string(), packets: z.number() }).optional() })),
});

/** Reports whether this process is already in the namespace. */
export function isInNamespace(): boolean {
  return process.env[mark] === 'yes';
}

/** Runs this program again in a new namespace. Installs missing tools. Throws if that is not possible here. */
export function runInNamespace(changes: NodeJS.ProcessEnv): void {
  installTools();
  const args = ['--net', process.execPath, ...process.argv.slice(1)];
  const env = { ...process.env, ...changes, [mark]: 'yes' };
  const { status, error } = spawnSync('unshare', args, { stdio: 'inherit', env });
  if (error !== undefined) throw new Error('unshare is missing; install util-linux', { cause: error });
  if (status !== 0) process.exitCode = 1;
}

function installTools(): void {
  const isMissing = (tool: string): boolean => spawnSync(tool, ['-V']).error !== undefined;
  const packages = Object.entries(tools).flatMap(([tool, name]) => (isMissing(tool) ? [name] : []));
  if (packages.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
  console.log(`installing ${packages.join(', ')}`);
  aptGet('update');
  const { status } = aptGet('install', '--yes', '--no-install-recommends', ...packages);
  if (status !== 0) throw new Error(`failed to install ${packages.join(', ')}; install them by hand`);
}

/** Sets the namespace up. Throws if a tool or a right is missing. */
export function setUpNamespace(): void {
  try {
    execFileSync('sh', ['-c', setUp], { stdio: ['ignore', 'inherit', 'pipe'] });
  } catch (error) {
    throw new Error('the network namespace needs root, iproute2 and nftables', { cause: error });
  }
}

/** Returns the number of connections that were attempted, as the kernel counted them. */
export function countedConnections(): { allowed: number; forbidden: number } {
  const listed = execFileSync('nft', ['-j', 'list', 'counters'], { encoding: 'utf8' });
  const { nftables } = Counters.parse(JSON.parse(listed));
  const packets = (name: string): number =>
    nftables.find(({ counter }) => counter?.name === name)?.counter?.packets ?? NaN;
  return { allowed: packets('allowed'), forbidden: packets('forbidden') };
}

/** Attempts a connection, to prove that the kernel counts it. */
export async function attemptConnection(address: string): Promise<void> {
  const socket = connect({ host: address, port: 80 });
  await new Promise<void>((resolve) => {
    socket.on('error', () => undefined);
    socket.on('connect', () => socket.destroy());
    socket.on('close', () => {
      resolve();
    });
  });
}
