import { jobName } from '../../src/launch/kubernetes/job-name.ts';
import type { AttemptOwner } from '../../src/launch/port.ts';
import { Installation } from '../support/installation/installation.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { FakeLauncher, type FakeEnd } from '../support/pipeline/fake-launcher.ts';
import { JobLab } from '../support/cluster/job-lab.ts';
import { SimulatedCluster, type ContainerEnd } from '../support/cluster/simulated-cluster.ts';
import { StageLab } from '../support/stages/stage-lab.ts';
import { imaginedOwners, stageLauncherContract, type Course } from './stage-launcher.ts';

/** Stage of `stage-main.ts` that behaves as each course says. */
const stageOf: Record<Course, string> = { work: 'copy', refuse: 'refuse', crash: 'crash', hang: 'hang' };

stageLauncherContract('ChildProcessLauncher', () => {
  const lab = new StageLab();
  return Promise.resolve({
    ...imaginedOwners,
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
    ...imaginedOwners,
    launcher,
    attempt: (course: Course, owner: AttemptOwner, attempt: number) => lab.attempt(stageOf[course], owner, attempt),
    letGo: (attempt, course) => {
      if (course !== 'hang') launcher.end(attempt, fakeEnds[course]);
    },
    close: () => lab.close(),
  });
});

const podEnds: Record<Exclude<Course, 'hang'>, ContainerEnd> = {
  work: { exitCode: 0 },
  refuse: { exitCode: 64, message: refusal },
  crash: { exitCode: 1 },
};

stageLauncherContract('JobLauncher on a simulated cluster', async () => {
  const store = new Installation().store;
  const cluster = new SimulatedCluster(store);
  const lab = new JobLab(store, 'here');
  await Promise.all([cluster.start(), lab.start()]);
  return {
    launcher: lab.launcher,
    owner: (name) => lab.owner(name),
    successor: (owner) => lab.successor(owner),
    attempt: (course, owner, attempt) => Promise.resolve(lab.attempt(course, owner, attempt)),
    letGo: (attempt, course) => {
      if (course !== 'hang') cluster.end(jobName(attempt), podEnds[course]);
    },
    close: async () => {
      lab.stop();
      await cluster.stop();
      store.close();
    },
  };
});
