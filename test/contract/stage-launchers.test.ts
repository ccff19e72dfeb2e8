import type { AttemptOwner } from '../../src/launch/port.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeLauncher, type FakeEnd } from '../support/fake-launcher.ts';
import { StageLab } from '../support/stage-lab.ts';
import { stageLauncherContract, type Course } from './stage-launcher.ts';

/** The stages of `stage-main.ts` that take these courses. */
const stageOf: Record<Course, string> = { work: 'copy', refuse: 'refuse', crash: 'crash', hang: 'hang' };

stageLauncherContract('ChildProcessLauncher', () => {
  const lab = new StageLab();
  return Promise.resolve({
    launcher: lab.launcher,
    attempt: (course: Course, owner: AttemptOwner, attempt: number) => lab.attempt(stageOf[course], owner, attempt),
    letGo: () => undefined,
    close: () => lab.close(),
  });
});

const refusal = JSON.stringify({ code: 'quality_gate', sentence: 'It is not good enough.' });
const fakeEnds: Record<Exclude<Course, 'hang'>, FakeEnd> = {
  work: { exitCode: 0 },
  refuse: { exitCode: 64, message: refusal },
  crash: { exitCode: 1 },
};

stageLauncherContract('FakeLauncher', () => {
  const lab = new StageLab();
  const launcher = new FakeLauncher(new FakeClock());
  return Promise.resolve({
    launcher,
    attempt: (course: Course, owner: AttemptOwner, attempt: number) => lab.attempt(stageOf[course], owner, attempt),
    letGo: (attempt, course) => {
      if (course !== 'hang') launcher.end(attempt, fakeEnds[course]);
    },
    close: () => lab.close(),
  });
});
