import { afterAll, beforeAll } from '@jest/globals';
import { stageLauncherContract } from '../contract/stage-launcher.ts';
import { PodLab } from './support/pod-lab.ts';

let pods: PodLab;
beforeAll(async () => {
  pods = await PodLab.open('b-launcher');
});
afterAll(() => pods.close());

stageLauncherContract('JobLauncher', async () => {
  const lab = await pods.launching();
  return {
    launcher: lab.launcher,
    owner: (name) => lab.owner(name),
    successor: (owner) => lab.successor(owner),
    attempt: (course, owner, attempt) => Promise.resolve(lab.attempt(course, owner, attempt)),
    letGo: () => undefined,
    close: () => pods.clear(),
  };
});
