import type { Readable } from 'node:stream';
import type { Clock } from '../../clock/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { keyText } from '../../objects/object-key.ts';
import { maySeeAccount } from '../../operations/actor.ts';
import type { Viewer } from '../viewer.ts';
import { onChanges, type ChangeSources } from './changes.ts';
import { RecentChanges } from './recent-changes.ts';
import { SessionLimit } from './session-limit.ts';
import { EventStream, type StreamEnd } from './stream.ts';

/** Changes are collected for this time before they are sent. */
const collectMs = 500;
/**
 * Time that the fetch of each open page takes up. Pages that show the same thing spread their fetches over the sum, so
 * that 1,000 of them neither arrive at once nor occupy the process.
 */
const fetchMs = 25;
const beatMs = 15_000;
/** Interval at which the session of a stream is checked again. */
const recheckMs = 30_000;
/** Maximum number of streams of one session. A browser needs one, or one for each tab if it cannot share it. */
const streamsOfSessionMax = 4;
/** Clocks of two replicas may differ by this much. */
const skewMs = 2_000;

interface Subscription {
  topics: readonly string[];
  /** Time at which the page was made, in milliseconds since 1970. */
  sinceMs: number;
  viewer: Viewer;
  /** Returns the person of the session, or undefined if the session has ended. */
  viewerNow: () => Promise<Viewer | undefined>;
}

interface Follower extends Subscription {
  stream: EventStream;
  checkedMs: number;
  /** Makes room for another stream of the session. */
  release: () => void;
}

interface Options {
  sources: ChangeSources;
  clock: Clock;
  /** Aborted when the process stops: all streams end. */
  stopping: AbortSignal;
}

/**
 * Sends changes to the open pages. It listens to each cache once, collects the changes of half a second, and sends each
 * stream the topics that its pages follow and its person may see. A message contains no data, only topics.
 */
export class LiveHub {
  readonly #clock: Clock;
  readonly #followers = new Set<Follower>();
  readonly #limit = new SessionLimit(streamsOfSessionMax);
  readonly #byTopic = new Map<string, Set<Follower>>();
  readonly #recent: RecentChanges;
  #waiting = new Map<string, Map<string, ObjectKey>>();
  readonly #stopping: AbortSignal;

  constructor({ sources, clock, stopping }: Options) {
    this.#clock = clock;
    this.#stopping = stopping;
    this.#recent = new RecentChanges(this.#nowMs);
    const remove = onChanges(sources, ({ topics, account }) => {
      for (const topic of topics) this.#note(topic, account);
    });
    stopping.addEventListener('abort', () => {
      remove();
      for (const follower of this.#followers) this.#end(follower, 'interrupted');
    });
    void this.#beat();
  }

  /** Number of open streams. */
  get size(): number {
    return this.#followers.size;
  }

  /** Opens a stream of server-sent events. It ends with the session, or when the session opens too many. */
  open(subscription: Subscription): Readable {
    const stream = new EventStream();
    const release = this.#limit.add(subscription.viewer.session.id, () => {
      this.#end(follower, 'replaced');
    });
    const follower: Follower = { ...subscription, stream, checkedMs: this.#clock.monotonicMs(), release };
    this.#followers.add(follower);
    for (const topic of follower.topics) this.#followersOf(topic).add(follower);
    stream.source.once('close', () => {
      this.#remove(follower);
    });
    stream.send(this.#missed(follower), this.#moment(this.#followers.size));
    if (this.#stopping.aborted) this.#end(follower, 'interrupted');
    return stream.source;
  }

  /** Returns the topics that have changed since the page was made; if they are not known, all topics of the page. */
  #missed({ topics, sinceMs, viewer }: Follower): readonly string[] {
    const recent = this.#recent.since(sinceMs - skewMs);
    if (recent === undefined) return topics;
    const seen = recent.filter(({ account }) => maySeeAccount(viewer.actor, account));
    const changed = new Set(seen.map(({ topic }) => topic));
    return topics.filter((topic) => changed.has(topic));
  }

  #note(topic: string, account: ObjectKey): void {
    this.#recent.add({ atMs: this.#nowMs, topic, account });
    if (!this.#byTopic.has(topic)) return;
    if (this.#waiting.size === 0)
      void this.#clock.sleep(collectMs, this.#stopping).then(() => {
        this.#flush();
      });
    const accounts = this.#waiting.get(topic) ?? new Map<string, ObjectKey>();
    this.#waiting.set(topic, accounts.set(keyText(account), account));
  }

  #flush(): void {
    const [changed, toSend] = [this.#waiting, new Map<Follower, string[]>()];
    this.#waiting = new Map();
    for (const [topic, accounts] of changed) {
      for (const follower of this.#byTopic.get(topic) ?? []) {
        const isSeen = [...accounts.values()].some((account) => maySeeAccount(follower.viewer.actor, account));
        if (isSeen) toSend.set(follower, [...(toSend.get(follower) ?? []), topic]);
      }
    }
    for (const [{ stream }, topics] of toSend) stream.send(topics, this.#moment(toSend.size));
  }

  async #beat(): Promise<void> {
    for (;;) {
      await this.#clock.sleep(beatMs, this.#stopping);
      if (this.#stopping.aborted) return;
      for (const follower of this.#followers) {
        follower.stream.beat();
        if (this.#clock.monotonicMs() - follower.checkedMs >= recheckMs) void this.#check(follower);
      }
    }
  }

  /** Ends the stream if its session has ended or could not be checked. Otherwise takes over changed rights. */
  async #check(follower: Follower): Promise<void> {
    follower.checkedMs = this.#clock.monotonicMs();
    try {
      const viewer = await follower.viewerNow();
      if (viewer === undefined) this.#end(follower, 'ended');
      else follower.viewer = viewer;
    } catch {
      this.#end(follower, 'interrupted');
    }
  }

  #end(follower: Follower, why: StreamEnd): void {
    this.#remove(follower);
    follower.stream.end(why);
  }

  #remove(follower: Follower): void {
    this.#followers.delete(follower);
    follower.release();
    for (const topic of follower.topics) {
      const followers = this.#followersOf(topic);
      followers.delete(follower);
      if (followers.size === 0) this.#byTopic.delete(topic);
    }
  }

  #followersOf(topic: string): Set<Follower> {
    const known = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, known);
    return known;
  }

  /** Returns the time of a message, and the time over which this number of pages spread their fetches. */
  #moment(pages: number): { atMs: number; spreadMs: number } {
    return { atMs: this.#nowMs, spreadMs: pages * fetchMs };
  }

  get #nowMs(): number {
    return this.#clock.now().getTime();
  }
}
