/** A network namespace in which the kernel counts connections. It needs root and Linux with iproute2 and nftables. */
import { execFileSync, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { z } from 'zod';
import { ipv6Only } from '../../support/callbacks/hostile-receivers.ts';

const mark = 'ADWRIGHT_BENCH_NAMESPACE';

/** Address ranges of the receivers. A connection to any other address counts as forbidden. */
export const receiverRanges = { ipv4: '127.1.0.0/16', ipv6: 'fd00:1::/64' };

/** Programs that the namespace needs, and the Debian package of each. */
const tools = { ip: 'iproute2', nft: 'nftables' };

/**
 * Script that sets up the namespace. All addresses are local to it, so that a connection never fails for lack of a
 * route. The rules count the first packet of each connection, so that refused connections are counted, too.
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

/** Runs this program again in a new network namespace. Installs missing tools with apt-get. Throws if that fails. */
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

/** Sets up the network namespace of this process. Throws if a tool or a right is missing. */
export function setUpNamespace(): void {
  try {
    execFileSync('sh', ['-c', setUp], { stdio: ['ignore', 'inherit', 'pipe'] });
  } catch (error) {
    throw new Error('the network namespace needs root, iproute2 and nftables', { cause: error });
  }
}

/** Returns how many connections this namespace has attempted, to receivers and to forbidden addresses. */
export function countedConnections(): { allowed: number; forbidden: number } {
  const listed = execFileSync('nft', ['-j', 'list', 'counters'], { encoding: 'utf8' });
  const { nftables } = Counters.parse(JSON.parse(listed));
  const packets = (name: string): number =>
    nftables.find(({ counter }) => counter?.name === name)?.counter?.packets ?? NaN;
  return { allowed: packets('allowed'), forbidden: packets('forbidden') };
}

/** Attempts a connection, to prove that the kernel would have counted it. */
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
