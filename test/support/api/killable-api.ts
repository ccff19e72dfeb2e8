import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pino } from 'pino';
import { AbortRetrier } from '../../../src/operations/jobs/abort-retrier.ts';
import { BoundedBackground } from '../../../src/operations/jobs/bounded-background.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import type { WholeLedger } from '../../../src/ledger/port.ts';
import type { RateLimiter } from '../../../src/ratelimit/port.ts';
import { startApi, type ApiService } from './api-service.ts';
import type { Around } from '../faults/around-calls.ts';
import { KillSwitch } from '../faults/kill-switch.ts';

/** Returns a fault that is applied to calls in addition to the kill. The fault may wait for a point of the process. */
export type Fault = (kill: KillSwitch) => Around;

/** The parts that the killed replica and the surviving replica share. */
export interface Shared {
  home: ApiService;
  ledger: WholeLedger;
  rateLimiter: RateLimiter;
}

export interface KillableApi {
  api: ApiService;
  kill: KillSwitch;
  /** Waits for the work that the replica does after its responses. Returns at once if the replica is dead. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a second API replica on the files of `shared.home`. It is killed, with its connections, when a create reaches
 * the point `killAt`.
 */
export async function startKillableApi(shared: Shared, fault: Fault, killAt?: string): Promise<KillableApi> {
  const kill = new KillSwitch(killAt);
  const around = fault(kill);
  const creations = new BoundedBackground(10);
  const ledger = kill.wrap(shared.ledger, ['admit', 'balance', 'abort'], around);
  const aborts = new AbortRetrier({ ledger, clock: systemClock, logger: pino({ level: 'silent' }) });
  const api = await startApi({
    replicaOf: shared.home,
    rateLimiter: kill.wrap(shared.rateLimiter, ['consume'], around),
    around: (handler) => killableListener(handler, kill),
    change: ({ keys, store }) => {
      const asked = kill.wrap({ find: (hash: string) => keys.find(hash) }, ['find'], around);
      return {
        keys: { ...asked, find: (hash) => asked.find(hash), known: () => undefined },
        store: kill.wrap(store, ['create'], around),
        ...{ ledger, aborts, creations },
      };
    },
  });
  return {
    ...{ api, kill },
    idle: async () => {
      if (!kill.isDead) await Promise.all([aborts.drain(10_000), creations.idle()]);
    },
    close: () => api.close(),
  };
}

function killableListener(handler: RequestListener, kill: KillSwitch): RequestListener {
  const sockets = new Set<Socket>();
  kill.onDeath(() => {
    for (const socket of sockets) socket.destroy();
  });
  return (request, response) => {
    sockets.add(request.socket);
    if (!kill.pass('request heard')) return;
    followBody(request, kill);
    followAnswer(response, kill);
    handler(request, response);
  };
}

/** Passes the points of the request body, each before the handler gets that event of the body. */
function followBody(request: IncomingMessage, kill: KillSwitch): void {
  const emit = request.emit.bind(request);
  const points: Record<string, string> = { data: 'body half read', end: 'body read' };
  Object.assign(request, {
    emit: (event: string, ...args: unknown[]): boolean => {
      const point = points[event];
      return (point === undefined || kill.pass(point)) && emit(event, ...args);
    },
  });
}

/** Sends the response in parts. Each part is written before the next point is passed. */
function followAnswer(response: ServerResponse, kill: KillSwitch): void {
  const end = response.end.bind(response);
  const inParts = (body: Buffer): ServerResponse => {
    if (!kill.pass('answer ready')) return response;
    response.flushHeaders();
    if (!kill.pass('answer headers out')) return response;
    const half = Math.floor(body.length / 2);
    response.write(body.subarray(0, half), () => {
      if (!kill.pass('answer half out')) return;
      response.once('finish', () => kill.pass('answer out'));
      end(body.subarray(half));
    });
    return response;
  };
  Object.assign(response, { end: inParts });
}
