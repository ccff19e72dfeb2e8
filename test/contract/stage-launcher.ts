import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AttemptObservation, AttemptOwner, StageAttempt, StageLauncher } from '../../src/launch/port.ts';
import { until } from '../support/process/until.ts';

/**
 * What an attempt does: it succeeds, fails permanently with exit code 64, crashes with exit code 1, or runs until it is
 * stopped.
 */
export type Course = 'work' | 'refuse' | 'crash' | 'hang';

export interface StageLauncherUnderTest {
  launcher: StageLauncher;
  /** Creates an AdJob that owns attempts and has none yet. */
  owner(name: string): Promise<AttemptOwner>;
  /** Deletes the owner and creates another one with its name. */
  successor(owner: AttemptOwner): Promise<AttemptOwner>;
  attempt(course: Course, owner: AttemptOwner, attempt: number): Promise<StageAttempt>;
  /**
   * Makes a launched attempt behave as `course` says. Only fake launchers need this call; real processes do so by
   * themselves.
   */
  letGo(attempt: StageAttempt, course: Course): void;
  close(): Promise<void>;
}

/** Owners that exist nowhere, for launchers that do not check their existence. */
export const imaginedOwners: Pick<StageLauncherUnderTest, 'owner' | 'successor'> = {
  owner: (name) => Promise.resolve({ key: { namespace: 'here', name }, uid: `uid-${name}`, jobId: `job-${name}` }),
  successor: (owner) => Promise.resolve({ ...owner, uid: `${owner.uid}-2`, jobId: `${owner.jobId}-2` }),
};

type Ended = Extract<AttemptObservation, { state: 'ended' }>;

/** Defines the tests that every stage launcher must pass. */
export function stageLauncherContract(name: string, open: () => Promise<StageLauncherUnderTest>): void {
  describe(`${name}: stage launcher contract`, () => {
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
      if (ended?.state !== 'ended') throw new Error('the attempt has not ended');
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

    test('StageLauncher.observe returns nothing for an owner without attempts', async () => {
      await launch('hang');
      expect(await launcher.observe(stranger)).toEqual([]);
    });

    test.each<[Course, number]>([
      ['work', 0],
      ['refuse', 64],
      ['crash', 1],
    ])('StageLauncher.observe returns the exit code of an attempt with the course "%s"', async (course, exitCode) => {
      const ended = await runToEnd(course);
      expect(ended).toMatchObject({ attempt: 1, state: 'ended', reason: 'exited', exitCode });
      expect(Date.parse(ended.startTime ?? '')).toBeLessThanOrEqual(Date.parse(ended.endTime));
    });

    test('StageLauncher.observe returns the termination message unchanged', async () => {
      const { message } = await runToEnd('refuse');
      expect(JSON.parse(message)).toMatchObject({ code: 'quality_gate', sentence: 'It is not good enough.' });
    });

    test('an attempt that is launched twice runs once', async () => {
      const attempt = await launch('hang');
      await until(async () => (await seen(attempt))?.state === 'running');
      const running = await launcher.observe(first);
      await launcher.launch(attempt);
      expect(await launcher.observe(first)).toEqual(running);
    });

    test('launching an ended attempt does not run it again', async () => {
      const ended = await runToEnd('crash');
      await launcher.launch(await under.attempt('crash', first, 1));
      expect(await launcher.observe(first)).toEqual([ended]);
    });

    test('a second attempt is observed next to the first', async () => {
      await runToEnd('crash', first, 1);
      await runToEnd('work', first, 2);
      const all = await launcher.observe(first);
      expect(all.map(({ attempt, state }) => [attempt, state])).toEqual([
        [1, 'ended'],
        [2, 'ended'],
      ]);
    });

    test('an owner with the same name and another uid has its own attempts', async () => {
      await runToEnd('work', first);
      const second = await under.successor(first);
      expect(await launcher.observe(second)).toEqual([]);
      await runToEnd('work', second);
      await stopUntilGone(first);
      expect(await launcher.observe(second)).toHaveLength(1);
    });

    test('StageLauncher.stop removes running and ended attempts of one owner only', async () => {
      await runToEnd('crash', first, 1);
      await launch('hang', first, 2);
      const other = await launch('hang', stranger);
      await stopUntilGone(first);
      await until(async () => (await seen(other))?.state === 'running');
      expect({ ofOwner: await launcher.observe(first), ofStranger: await launcher.observe(stranger) }).toMatchObject({
        ofOwner: [],
        ofStranger: [{ state: 'running' }],
      });
    });

    test('StageLauncher.stop with a list removes only the listed attempts', async () => {
      const { stage, attempt } = await runToEnd('crash');
      const other = await launch('hang');
      await until(async () => {
        await launcher.stop(first, [{ stage, attempt }]);
        return (await launcher.observe(first)).length === 1;
      });
      await until(async () => (await seen(other))?.state === 'running');
      expect({ left: await launcher.observe(first) }).toMatchObject({
        left: [{ stage: other.stage, attempt: other.attempt, state: 'running' }],
      });
    });

    test('StageLauncher.stop succeeds for an owner without attempts', async () => {
      await launcher.stop(stranger);
      expect(await launcher.observe(stranger)).toEqual([]);
    });

    test('StageLauncher.onChange reports the owner when an attempt starts, ends or disappears', async () => {
      const told: string[] = [];
      launcher.onChange(({ name: owner }) => void told.push(owner));
      await launch('hang', stranger);
      await until(() => told.includes('other'));
      await runToEnd('work', first);
      await until(() => told.includes('ad'));
      told.length = 0;
      await stopUntilGone(stranger);
      await until(() => told.includes('other'));
      expect({ ownersOfLastChanges: told }).toEqual({ ownersOfLastChanges: expect.arrayContaining(['other']) });
    });

    test('`observe` returns a change as soon as `onChange` reports it', async () => {
      const attempt = await under.attempt('work', first, 1);
      const states: (string | undefined)[] = [];
      launcher.onChange(() => void seen(attempt).then((one) => states.push(one?.state)));
      await launcher.launch(attempt);
      under.letGo(attempt, 'work');
      await until(() => states.at(-1) === 'ended');
      expect(states).toContain('running');
    });

    test('StageLauncher.mayRun is true until the attempt has ended or was stopped', async () => {
      expect(launcher.mayRun(first.uid)).toBe(false);
      await launch('hang');
      await launch('hang', stranger);
      expect(launcher.mayRun(first.uid)).toBe(true);
      await stopUntilGone(first);
      expect([launcher.mayRun(first.uid), launcher.mayRun(stranger.uid)]).toEqual([false, true]);
      await runToEnd('crash', first, 2);
      expect(launcher.mayRun(first.uid)).toBe(false);
    });

    test('a new subscriber can replay the owners whose attempts may run', async () => {
      await runToEnd('crash');
      await launch('hang', stranger);
      const told: unknown[] = [];
      launcher.onChange((key, uid) => void told.push({ key, uid }))();
      expect(told).toEqual([{ key: stranger.key, uid: stranger.uid }]);
    });

    test('an unsubscribed listener gets no more changes', async () => {
      let told = 0;
      launcher.onChange(() => void (told += 1))();
      await runToEnd('work');
      expect(told).toBe(0);
    });
  });
}
