import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AttemptObservation, AttemptOwner, StageAttempt, StageLauncher } from '../../src/launch/port.ts';
import { until } from '../support/until.ts';

/** What an attempt does: work, say "no" for good (64), crash (1), or go on until it is stopped. */
export type Course = 'work' | 'refuse' | 'crash' | 'hang';

export interface StageLauncherUnderTest {
  launcher: StageLauncher;
  /** One that is there and has no attempts. */
  owner(name: string): Promise<AttemptOwner>;
  /** Of the same name, made after the first was deleted. */
  successor(owner: AttemptOwner): Promise<AttemptOwner>;
  attempt(course: Course, owner: AttemptOwner, attempt: number): Promise<StageAttempt>;
  /** An attempt that was launched may take its course: at once for real processes, by hand for a fake. */
  letGo(attempt: StageAttempt, course: Course): void;
  close(): Promise<void>;
}

/** For launchers that ask nobody whether an owner is there. */
export const imaginedOwners: Pick<StageLauncherUnderTest, 'owner' | 'successor'> = {
  owner: (name) => Promise.resolve({ key: { namespace: 'here', name }, uid: `uid-${name}`, jobId: `job-${name}` }),
  successor: (owner) => Promise.resolve({ ...owner, uid: `${owner.uid}-2`, jobId: `${owner.jobId}-2` }),
};

type Ended = Extract<AttemptObservation, { state: 'ended' }>;

/** What every launcher does. */
export function stageLauncherContract(name: string, open: () => Promise<StageLauncherUnderTest>): void {
  describe(`${name}, as a stage launcher`, () => {
    let under: StageLauncherUnderTest;
    let launcher: StageLauncher;
    let first: AttemptOwner;
    let stranger: AttemptOwner;
    beforeEach(async () => {
      under = await open();
      ({ launcher } = under);
      [first, stranger] = await Promise.all([under.owner('ad'), under.owner('other')]);
    });
    afterEach(() => under.close());

    async function launch(course: Course, owner = first, number = 1): Promise<StageAttempt> {
      const attempt = await under.attempt(course, owner, number);
      await launcher.launch(attempt);
      return attempt;
    }

    async function runToEnd(course: Course, owner = first, number = 1): Promise<Ended> {
      const attempt = await launch(course, owner, number);
      under.letGo(attempt, course);
      await until(async () => (await seen(attempt))?.state === 'ended');
      const ended = await seen(attempt);
      if (ended?.state !== 'ended') throw new Error('It has not ended.');
      return ended;
    }

    async function seen({ owner, stage, attempt }: StageAttempt): Promise<AttemptObservation | undefined> {
      return (await launcher.observe(owner)).find((one) => one.stage === stage && one.attempt === attempt);
    }

    async function stopUntilGone(owner: AttemptOwner): Promise<void> {
      await until(async () => {
        await launcher.stop(owner);
        return (await launcher.observe(owner)).length === 0;
      });
    }

    test('knows nothing of an owner for whom nothing was launched', async () => {
      await launch('hang');
      expect(await launcher.observe(stranger)).toEqual([]);
    });

    test.each<[Course, number]>([
      ['work', 0],
      ['refuse', 64],
      ['crash', 1],
    ])('tells how an attempt ended that would %s', async (course, exitCode) => {
      const ended = await runToEnd(course);
      expect(ended).toMatchObject({ attempt: 1, state: 'ended', reason: 'exited', exitCode });
      expect(Date.parse(ended.startTime ?? '')).toBeLessThanOrEqual(Date.parse(ended.endTime));
    });

    test('hands on the termination message unread', async () => {
      const { message } = await runToEnd('refuse');
      expect(JSON.parse(message)).toMatchObject({ code: 'quality_gate', sentence: 'It is not good enough.' });
    });

    test('an attempt runs once, however often it is launched', async () => {
      const attempt = await launch('hang');
      await until(async () => (await seen(attempt))?.state === 'running');
      const running = await launcher.observe(first);
      await launcher.launch(attempt);
      expect(await launcher.observe(first)).toEqual(running);
    });

    test('an attempt that has ended is not run again by launching it', async () => {
      const ended = await runToEnd('crash');
      await launcher.launch(await under.attempt('crash', first, 1));
      expect(await launcher.observe(first)).toEqual([ended]);
    });

    test('the next attempt is another one', async () => {
      await runToEnd('crash', first, 1);
      await runToEnd('work', first, 2);
      const all = await launcher.observe(first);
      expect(all.map(({ attempt, state }) => [attempt, state])).toEqual([
        [1, 'ended'],
        [2, 'ended'],
      ]);
    });

    test('an owner of the same name with another uid is another owner', async () => {
      await runToEnd('work', first);
      const second = await under.successor(first);
      expect(await launcher.observe(second)).toEqual([]);
      await runToEnd('work', second);
      await stopUntilGone(first);
      expect(await launcher.observe(second)).toHaveLength(1);
    });

    test('stops what runs and forgets what has ended, of one owner alone', async () => {
      await runToEnd('crash', first, 1);
      await launch('hang', first, 2);
      const other = await launch('hang', stranger);
      await stopUntilGone(first);
      await until(async () => (await seen(other))?.state === 'running');
    });

    test('stops and forgets only the attempts that are named', async () => {
      const { stage, attempt } = await runToEnd('crash');
      const other = await launch('hang');
      await until(async () => {
        await launcher.stop(first, [{ stage, attempt }]);
        return (await launcher.observe(first)).length === 1;
      });
      await until(async () => (await seen(other))?.state === 'running');
    });

    test('stopping where there is nothing is no error', async () => {
      await launcher.stop(stranger);
      expect(await launcher.observe(stranger)).toEqual([]);
    });

    test('tells the owner when an attempt has started, ended or gone', async () => {
      const told: string[] = [];
      launcher.onChange(({ name: owner }) => void told.push(owner));
      await launch('hang', stranger);
      await until(() => told.includes('other'));
      await runToEnd('work', first);
      await until(() => told.includes('ad'));
      told.length = 0;
      await stopUntilGone(stranger);
      await until(() => told.includes('other'));
    });

    test('at each telling the change can be seen', async () => {
      const attempt = await under.attempt('work', first, 1);
      const states: (string | undefined)[] = [];
      launcher.onChange(() => void seen(attempt).then((one) => states.push(one?.state)));
      await launcher.launch(attempt);
      under.letGo(attempt, 'work');
      await until(() => states.at(-1) === 'ended');
      expect(states).toContain('running');
    });

    test('an attempt may run until it has ended, and no longer once it was stopped', async () => {
      expect(launcher.mayRun(first.uid)).toBe(false);
      await launch('hang');
      await launch('hang', stranger);
      expect(launcher.mayRun(first.uid)).toBe(true);
      await stopUntilGone(first);
      expect([launcher.mayRun(first.uid), launcher.mayRun(stranger.uid)]).toEqual([false, true]);
      await runToEnd('crash', first, 2);
      expect(launcher.mayRun(first.uid)).toBe(false);
    });

    test('tells who comes late of the owners whose attempts may run', async () => {
      await runToEnd('crash');
      await launch('hang', stranger);
      const told: unknown[] = [];
      launcher.onChange((key, uid) => void told.push({ key, uid }))();
      expect(told).toEqual([{ key: stranger.key, uid: stranger.uid }]);
    });

    test('tells nothing to whom has unsubscribed', async () => {
      let told = 0;
      launcher.onChange(() => void (told += 1))();
      await runToEnd('work');
      expect(told).toBe(0);
    });
  });
}
