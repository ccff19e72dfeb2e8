import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { adJobKind } from '../../src/domain/kinds.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { deliveryStates, type AdJobStatus, type DeliveryStatus } from '../../src/schema/adjob.ts';
import { RetentionRig } from '../support/ledger/retention-rig.ts';

const hourMs = 3_600_000;
const days = 4;
const archiveDays = 2;

/** When a job and its parts end. Times are in hours from the start of the test unless stated otherwise. */
interface Story {
  ends: number;
  phase: 'SUCCESS' | 'FAILED';
  ttlHours: number | undefined;
  /** Hours from the end of the job; `undefined` if the hold stays open. */
  holdClosesAfter: number | undefined;
  callback: { closesAfter: number | undefined; state: (typeof deliveryStates)[number] } | undefined;
}

const hours = fc.integer({ min: 0, max: 30 });
const story: fc.Arbitrary<Story> = fc.record({
  ends: hours,
  phase: fc.constantFrom('SUCCESS', 'FAILED'),
  ttlHours: fc.option(hours, { nil: undefined }),
  holdClosesAfter: fc.option(hours, { nil: undefined, freq: 5 }),
  callback: fc.option(
    fc.record({
      closesAfter: fc.option(hours, { nil: undefined, freq: 5 }),
      state: fc.constantFrom(...deliveryStates.filter((state) => state !== 'pending')),
    }),
    { nil: undefined },
  ),
});

const never = Infinity;
const defaultTtlHours = 24;

const holdClosed = ({ ends, holdClosesAfter = never }: Story): number => ends + holdClosesAfter;
const callbackClosed = ({ ends, callback }: Story): number =>
  callback === undefined ? ends : ends + (callback.closesAfter ?? never);
const allClosed = (one: Story): number => Math.max(holdClosed(one), callbackClosed(one));
/** Returns the hour by which the job must be gone. The cap on finished jobs may remove it earlier. */
const overdue = (one: Story): number => Math.max(one.ends + (one.ttlHours ?? defaultTtlHours), allClosed(one));

const callbackUrl = 'https://client.example/hook';

class Life {
  readonly story: Story;
  readonly key: ObjectKey;
  readonly #rig: RetentionRig;
  bytes: string | undefined;
  goneSince: number | undefined;

  private constructor(one: Story, key: ObjectKey, rig: RetentionRig) {
    this.story = one;
    this.key = key;
    this.#rig = rig;
  }

  static async begin(one: Story, rig: RetentionRig): Promise<Life> {
    const ttl = one.ttlHours === undefined ? {} : { ttlSecondsAfterFinished: one.ttlHours * 3_600 };
    const key = await rig.runningJob({ ...ttl, ...(one.callback && { callbackUrl }) });
    return new Life(one, key, rig);
  }

  /** Does what other controllers do in this hour. */
  async happen(hour: number): Promise<void> {
    const { story: one, key } = this;
    if (hour === one.ends) await this.#end();
    if (hour === callbackClosed(one) && one.callback) {
      await this.#closeCallback(one.callback.state);
    }
    if (hour === holdClosed(one)) await this.#rig.closeHold(key);
  }

  /** Writes the final state of the callback to the AdJob or, if it is gone, to the archive. */
  async #closeCallback(state: DeliveryStatus['state']): Promise<void> {
    const { namespace, name } = this.key;
    if ((await this.#rig.job(this.key)) === undefined) {
      const { account = '' } = (await this.#rig.archive.get(name)) ?? {};
      await this.#rig.archive.putDelivery({ jobId: name, namespace, account }, { state });
    } else {
      await this.#rig.store.patchStatus(adJobKind, this.key, { status: { delivery: { state } } });
    }
  }

  async #end(): Promise<void> {
    const { phase, callback } = this.story;
    const failed: AdJobStatus = { phase: 'FAILED', response: null, error: 'It failed. [internal]' };
    const delivery: AdJobStatus = callback ? { delivery: { state: 'pending' } } : {};
    await this.#rig.end(this.key, { ...(phase === 'FAILED' && failed), ...delivery });
    this.bytes = await this.#rig.bytesOf(this.key);
  }
}

/**
 * Checks what must hold for a job in every hour. Only the cap on finished jobs archives a job with an open callback.
 */
async function check(
  life: Life,
  hour: number,
  { rig, isCapped }: { rig: RetentionRig; isCapped: boolean },
): Promise<void> {
  const { story: one, key } = life;
  const isGone = (await rig.job(key)) === undefined;
  if (isGone) life.goneSince ??= hour;
  const earliest = isCapped ? Math.max(one.ends, holdClosed(one)) : allClosed(one);
  if (life.goneSince !== undefined) expect(life.goneSince).toBeGreaterThanOrEqual(earliest);
  if (hour >= overdue(one)) expect(isGone).toBe(true);
  if (life.bytes === undefined || life.goneSince === undefined) return;
  const keptHours = hour - life.goneSince;
  if (keptHours < archiveDays * 24 - 1) {
    expect(await rig.bytesOf(key)).toBe(life.bytes);
    expect(await rig.hasFiles(key)).toBe(true);
  }
}

test('retention keeps every open job, archives each finished one unchanged and erases it later', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(story, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(0, 2, 20_000),
      async (stories, finishedJobsMax) => {
        const rig = await RetentionRig.open({ finishedJobsMax, archiveSeconds: archiveDays * 86_400 });
        try {
          const lives: Life[] = [];
          for (const one of stories) lives.push(await Life.begin(one, rig));
          for (let hour = 0; hour <= days * 24; hour += 1) {
            for (const life of lives) await life.happen(hour);
            await rig.pass();
            for (const life of lives) await check(life, hour, { rig, isCapped: finishedJobsMax < stories.length });
            await rig.clock.advance(hourMs);
          }
          await nothingIsLeft(lives, rig);
        } finally {
          rig.close();
        }
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);

/**
 * Checks, long after the last event, what is left. A job whose hold or callback stayed open is either an AdJob or an
 * archive record, with its files. Nothing is left of the other jobs.
 */
async function nothingIsLeft(lives: Life[], rig: RetentionRig): Promise<void> {
  await rig.daysLater(30);
  await rig.pass();
  await rig.daysLater(30);
  await rig.pass();
  for (const { story: one, key } of lives) {
    const isOpen = allClosed(one) === never;
    const [isAdJob, isRecord] = [(await rig.job(key)) !== undefined, (await rig.archive.get(key.name)) !== undefined];
    expect([isAdJob !== isRecord, await rig.hasFiles(key)]).toEqual([isOpen, isOpen]);
    if (isRecord) expect([holdClosed(one) === never, callbackClosed(one) === never]).toEqual([false, true]);
  }
}
