import { randomUUID } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { adJobKind } from '../../../src/domain/kinds.ts';
import type { AdJob } from '../../../src/schema/adjob.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import type { LedgerEntry, Evidence, LogLine } from '../../storm/evidence.ts';
import { imageRequest } from './ad-requests.ts';
import { createFundedAccount, namespace, price } from '../installation/objects.ts';
import type { ApiService, TestKey } from './api-service.ts';
import type { KillSwitch } from '../faults/kill-switch.ts';
import type { Shared } from './killable-api.ts';

/**
 * Time of the first log line. It is 42 s before the end of a minute, as the responses of `fixedMinute` say, so that the
 * auditor sees one rate limit window.
 */
const beganMs = Date.parse('2026-01-01T00:00:18Z');
/** Time after which the client stops waiting for a response. */
const patienceMs = 20_000;

export interface Told {
  status: number;
  headers: Record<string, string>;
  body: { job_id?: string };
}

/**
 * A client that repeats one request for an ad, with one Idempotency-Key, until the API returns a job. Its account has
 * credits for exactly `jobs` ads. Like the clients of the storm test in `test/storm`, it logs every request and
 * response.
 */
export class CreateClient {
  readonly key: TestKey;
  readonly log: LogLine[] = [];
  idempotencyKey = randomUUID();
  readonly #shared: Shared;
  readonly #jobs: number;

  private constructor(shared: Shared, key: TestKey, jobs: number) {
    this.#shared = shared;
    this.key = key;
    this.#jobs = jobs;
  }

  static async of(shared: Shared, { jobs = 1, limit = 100 } = {}): Promise<CreateClient> {
    const name = `account-${randomUUID()}`;
    const account = { namespace, name };
    await createFundedAccount({ store: shared.home.store, ledger: shared.ledger }, account, jobs * price);
    const limits = { imageCreatesPerMinute: limit };
    return new CreateClient(shared, await shared.home.key({ accountRef: { name }, limits }), jobs);
  }

  get account(): ObjectKey {
    return { namespace, name: this.key.account };
  }

  get sent(): number {
    return this.log.filter(({ event }) => event === 'sent').length;
  }

  /**
   * Sends the request. Returns `undefined` if there was no response. With a kill switch, the client sends the second
   * half of the body only after the API has read the first half.
   */
  async ask({ port }: ApiService, query = '', kill?: KillSwitch): Promise<Told | undefined> {
    const number = this.log.length;
    const wanted = imageRequest();
    const path = `/create_image_ad_async${query}`;
    const { name, account, secret } = this.key;
    const { idempotencyKey } = this;
    const at = { number, timeMs: beganMs + number };
    const sent = { replica: port, key: name, account, method: 'POST', path, request: wanted, credits: price };
    this.log.push({ event: 'sent', ...at, ...sent, idempotencyKey });
    const headers = { 'X-API-Key': secret, 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey };
    const body = JSON.stringify(wanted);
    const told = await send({ port, path, headers, body, mayGoOn: kill?.until('body half read') });
    if (told === undefined) this.log.push({ event: 'lost', ...at, error: 'hung up' });
    else this.log.push({ event: 'answered', ...at, ...told });
    return told;
  }

  async jobs(): Promise<AdJob[]> {
    const { items } = await this.#shared.home.store.list(adJobKind, { namespace });
    return items.filter(({ spec }) => spec.apiKeyRef?.name === this.key.name);
  }

  /** Returns the input of the storm test's auditor. Call it only after every job has ended. */
  async evidence(): Promise<Evidence> {
    const { granted, reserved, spent, available } = await this.#shared.ledger.balance(this.account);
    const { entries } = await this.#shared.ledger.history(this.account, { limit: 1_000, cursor: undefined });
    const told = entries.map(({ id, kind, amount, jobId }): LedgerEntry => ({ id, kind, amount, job_id: jobId }));
    const ledger = { name: this.key.account, granted, reserved, spent, available, entries: told.toReversed() };
    const resources = (await this.jobs()).map(({ metadata, spec, status }) => ({
      ...{ metadata, spec },
      ...(status && { status: statusTold(status) }),
    }));
    const accounts = [{ ...ledger, grantsOfResource: this.#jobs * price }];
    return { log: this.log, resources, records: [], accounts };
  }
}

function statusTold({ phase, jobId, credits }: NonNullable<AdJob['status']>) {
  const { required, charged } = credits ?? {};
  const cost = { ...(required !== undefined && { required }), ...(charged !== undefined && { charged }) };
  return { ...(phase && { phase }), ...(jobId !== undefined && { jobId }), credits: cost };
}

interface Post {
  port: number;
  path: string;
  headers: Record<string, string>;
  body: string;
  mayGoOn: Promise<void> | undefined;
}

async function send({ port, path, headers, body, mayGoOn }: Post): Promise<Told | undefined> {
  const length = { 'Content-Length': Buffer.byteLength(body) };
  const asking = request({ port, path, method: 'POST', headers: { ...headers, ...length }, agent: false });
  asking.setTimeout(patienceMs, () => asking.destroy());
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asking.on('response', resolve).on('error', reject);
  });
  const half = Math.floor(body.length / 2);
  asking.write(body.slice(0, half));
  void (mayGoOn ?? Promise.resolve()).then(() => asking.end(body.slice(half)));
  try {
    const answer = await answered;
    const told = JSON.parse(await text(answer)) as Told['body'];
    const plain = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
    return { status: answer.statusCode ?? 0, headers: Object.fromEntries(plain), body: told };
  } catch {
    return undefined;
  } finally {
    asking.destroy();
  }
}
