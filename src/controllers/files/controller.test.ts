import { expect, test } from '@jest/globals';
import { MemoryArtifacts } from '../../../test/support/stores/memory-artifacts.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { adoptFiles, claimFiles } from '../../runtime/file-owner.ts';
import { createFilesController } from './controller.ts';

test('files of another installation are foreign until they are adopted, and a store that fails changes nothing', async () => {
  const clock = new FakeClock('2026-11-01T12:00:00Z');
  const artifacts = new MemoryArtifacts(clock);
  const files = { artifacts, installationSecret: 'a'.repeat(64) };
  await claimFiles({ artifacts, installationSecret: 'b'.repeat(64) });
  const lines: unknown[] = [];
  const log = (...line: unknown[]) => void lines.push(line);
  const controller = createFilesController({ ...files, clock, logger: { warn: log, error: log } });
  const seen = () => [controller.areForeign(), controller.areOwn()];
  const stop = new AbortController();
  expect(seen()).toEqual([false, false]);
  await controller.start(stop.signal);
  expect([seen(), lines.length]).toEqual([[true, false], 1]);
  await adoptFiles(files);
  await clock.advance(5_000);
  expect(seen()).toEqual([false, true]);
  artifacts.get = () => Promise.reject(new Error('the store does not respond'));
  await clock.advance(60_000);
  expect([seen(), lines.length, controller.unreadSeconds()]).toEqual([[false, true], 2, 60]);
  stop.abort();
  await controller.drain();
});

test('files are not foreign because the store fails at the start, and are read again after five seconds', async () => {
  const clock = new FakeClock('2026-11-01T12:00:00Z');
  const artifacts = new MemoryArtifacts(clock);
  const get = artifacts.get.bind(artifacts);
  artifacts.get = () => Promise.reject(new Error('the store does not respond'));
  const logger = { warn: () => undefined, error: () => undefined };
  const controller = createFilesController({ artifacts, installationSecret: 'a'.repeat(64), clock, logger });
  const stop = new AbortController();
  await controller.start(stop.signal);
  await clock.advance(4_000);
  expect([controller.areForeign(), controller.areOwn(), controller.unreadSeconds()]).toEqual([false, false, 4]);
  artifacts.get = get;
  await clock.advance(1_000);
  expect([controller.areForeign(), controller.areOwn(), controller.unreadSeconds()]).toEqual([false, true, 0]);
  stop.abort();
  await controller.drain();
});

test('the time since the mark was read grows while the store does not respond, and the mark is then read every 5 s', async () => {
  const clock = new FakeClock('2026-11-01T12:00:00Z');
  const artifacts = new MemoryArtifacts(clock);
  const get = artifacts.get.bind(artifacts);
  const logger = { warn: () => undefined, error: () => undefined };
  const controller = createFilesController({ artifacts, installationSecret: 'a'.repeat(64), clock, logger });
  const stop = new AbortController();
  expect(controller.unreadSeconds()).toBe(0);
  await controller.start(stop.signal);
  await clock.advance(60_000);
  expect(controller.unreadSeconds()).toBe(0);
  artifacts.get = () => Promise.reject(new Error('the store does not respond'));
  await clock.advance(180_000);
  expect(controller.unreadSeconds()).toBe(180);
  artifacts.get = get;
  await clock.advance(5_000);
  expect(controller.unreadSeconds()).toBe(0);
  stop.abort();
  await controller.drain();
});
