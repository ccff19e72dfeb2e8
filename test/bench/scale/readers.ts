/** Measures what people and clients read: the REST API, the dashboard and the command line. */
import { randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import { z } from 'zod';
import { cookieNames } from '../../../src/admin/sign-in/cookies.ts';
import { Sessions } from '../../../src/admin/sign-in/sessions.ts';
import { RedisState } from '../../../src/admin/state/redis-state.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import { MemoryAuditLog } from '../../support/admin/memory-audit-log.ts';
import { freePort } from '../../support/network/free-port.ts';
import type { BenchInstallation } from '../cluster/installation.ts';
import { RoleProcess } from '../cluster/role-process.ts';
import { namespace } from '../cluster/workload.ts';
import { median, pause, seconds, type Row } from '../cluster/figures.ts';

const reads = 30;
/** Settings of the chart that the API and the dashboard have in common. */
const heap = { NODE_OPTIONS: '--max-semi-space-size=4 --max-old-space-size=256', MALLOC_MMAP_THRESHOLD_: '65536' };

type Headers = Record<string, string>;

/** Reads a path several times. Returns the median and the slowest time, and the last body. */
async function timed(pool: Pool, path: string, headers: Headers): Promise<{ row: Row; text: string }> {
  const times: number[] = [];
  let text = '';
  for (let count = 0; count < reads; count += 1) {
    const startMs = performance.now();
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
    text = await body.text();
    times.push(performance.now() - startMs);
    if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}: ${text.slice(0, 300)}`);
  }
  return { row: { seconds: seconds(median(times)), slowest: seconds(Math.max(...times)) }, text };
}

/** Starts a role and waits until it is ready. */
async function started(home: BenchInstallation, role: 'api' | 'admin', env: NodeJS.ProcessEnv) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const listen = url.replace('http://', '');
  const startMs = performance.now();
  const place = { ADWRIGHT_LISTEN: listen, ADWRIGHT_ADMIN_LISTEN: listen, ADWRIGHT_ADMIN_URL: url };
  const process = home.startRole(role, { ...heap, ...place, ...env });
  const pool = new Pool(url, { connections: 1 });
  const isReady = async (): Promise<boolean> => {
    const { statusCode, body } = await pool.request({ method: 'GET', path: '/readyz' });
    await body.dump();
    return statusCode === 200;
  };
  const ready = async (): Promise<void> => {
    while (!(await isReady().catch(() => false))) await pause(100);
  };
  await process.whileAlive(ready());
  const end = async (): Promise<Row> => {
    const { now, peak } = process.memoryMb();
    await pool.close();
    await process.end('SIGKILL');
    return { MB: now.toFixed(0), peak: peak.toFixed(0) };
  };
  return { pool, readySeconds: seconds(performance.now() - startMs), end };
}

const JobPage = z.object({ next_cursor: z.string().nullable() });

export async function measureApi(home: BenchInstallation, secret: string): Promise<Record<string, Row>> {
  const { pool, readySeconds, end } = await started(home, 'api', {});
  const headers = { 'x-api-key': secret };
  const first = await timed(pool, '/jobs?limit=20', headers);
  const { next_cursor: cursor } = JobPage.parse(JSON.parse(first.text));
  const next = cursor === null ? first : await timed(pool, `/jobs?limit=20&cursor=${cursor}`, headers);
  const failed = await timed(pool, '/jobs?limit=20&status=FAILED', headers);
  return {
    'API: start to ready': { seconds: readySeconds },
    'API: first page of a key': first.row,
    'API: second page': next.row,
    'API: failed jobs of a key': failed.row,
    'API: memory': await end(),
  };
}

const pages = [
  ...['/', '/jobs', '/jobs?waits=account_slot', '/jobs?text=brand-17', '/jobs?phase=FAILED&account=account-20'],
  ...['/deliveries', '/accounts', '/accounts/bench/account-20'],
];

export async function measureDashboard(home: BenchInstallation): Promise<Record<string, Row>> {
  const { pool, readySeconds, end } = await started(home, 'admin', {});
  const state = new RedisState(await home.redis.connect({ prefix: 'bench' }));
  const sessions = new Sessions({ state, auditLog: new MemoryAuditLog(), clock: systemClock, random: randomBytes });
  const person = { kind: 'link' as const, subject: 'bench' };
  const newcomer = { actor: { kind: 'role' as const, role: 'admin' as const }, person, authenticatedMs: Date.now() };
  const session = await sessions.start(newcomer, {}, () => Promise.resolve(true));
  const headers = { cookie: `${cookieNames.session}=${session?.kind === 'done' ? session.token : ''}` };
  const rows: Record<string, Row> = { 'dashboard: start to ready': { seconds: readySeconds } };
  for (const path of pages) rows[`dashboard: ${path}`] = (await timed(pool, path, headers)).row;
  return { ...rows, 'dashboard: memory': await end() };
}

const commands = [
  ['jobs', 'list'],
  ['jobs', 'list', '--status', 'PENDING'],
  ['jobs', 'list', '--status', 'FAILED'],
  ['jobs', 'list', '--account', 'account-20'],
  ['ledger', 'verify'],
];

export async function measureCommands(home: BenchInstallation): Promise<Record<string, Row>> {
  const rows: Record<string, Row> = {};
  for (const command of commands) rows[`adwright ${command.join(' ')}`] = await commanded(home, command);
  return rows;
}

async function commanded(home: BenchInstallation, command: readonly string[]): Promise<Row> {
  const [startMs, apiserverMs] = [performance.now(), home.plane.cpuMs('apiserver')];
  const run = RoleProcess.run({
    args: ['--disable-warning=ExperimentalWarning', 'dist/main.js', ...command, '--namespace', namespace],
    env: {
      KUBECONFIG: home.plane.kubeconfig,
      ADWRIGHT_REDIS_URL: home.redis.url,
      ADWRIGHT_REDIS_PREFIX: 'bench',
    },
    logFile: `${home.folder}/command.log`,
  });
  const { code, peakMb } = await run.ended();
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}; see ${home.folder}/command.log`);
  const cpu = seconds(home.plane.cpuMs('apiserver') - apiserverMs);
  return { seconds: seconds(performance.now() - startMs), peak: peakMb.toFixed(0), note: `API server ${cpu} s of CPU` };
}
