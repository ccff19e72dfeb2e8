import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { DirectoryArtifacts } from '../../../src/artifacts/directory-artifacts.ts';
import type { ArtifactStore } from '../../../src/artifacts/port.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import {
  ChildProcessLauncher,
  type ChildProcessLauncherOptions,
} from '../../../src/launch/process/child-process-launcher.ts';
import type { AttemptObservation, AttemptOwner, StageAttempt } from '../../../src/launch/port.ts';
import { StageResult, TerminationMessage } from '../../../src/schema/stage-contract.ts';
import { imageSpec } from '../pipeline/build-job.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { until } from '../process/until.ts';

const stageMain = fileURLToPath(new URL('./stage-main.ts', import.meta.url));

type Ended = Extract<AttemptObservation, { state: 'ended' }>;

export function owner(uid = 'one'): AttemptOwner {
  return { key: { namespace: 'default', name: `job-${uid}` }, uid, jobId: uid };
}

/** Time for which an attempt may access its files. */
const accessSeconds = 60;

/** Runs stages as real child processes, with artifacts in a folder or in the given store. */
export class StageLab {
  readonly logged: string[] = [];
  readonly launcher: ChildProcessLauncher;
  readonly artifacts: ArtifactStore;
  readonly path: string;
  readonly #folder: ReturnType<typeof temporaryFolder>;

  constructor(options: Partial<ChildProcessLauncherOptions> = {}, artifacts?: ArtifactStore) {
    this.#folder = temporaryFolder();
    const { path } = this.#folder;
    this.path = path;
    this.artifacts = artifacts ?? new DirectoryArtifacts(join(path, 'artifacts'));
    this.launcher = new ChildProcessLauncher({
      entry: [stageMain],
      scratchFolder: join(path, 'scratch'),
      compileCacheFolder: join(tmpdir(), 'adwright-compile-cache'),
      path: '/usr/bin:/bin',
      settings: () => ({}),
      clock: systemClock,
      logger: pino({ level: 'debug' }, { write: (line: string) => void this.logged.push(line) }),
      ...options,
    });
  }

  async close(): Promise<void> {
    await this.launcher.close();
    this.#folder.remove();
  }

  async attempt(stage: string, of = owner(), attempt = 1, deadlineSeconds = 60): Promise<StageAttempt> {
    const request = `jobs/${of.jobId}/request.json`;
    const folder = this.#stageFolder(of, stage, attempt);
    await this.artifacts.put(request, Buffer.from(JSON.stringify(imageSpec())));
    const input = {
      jobId: of.jobId,
      stage,
      attempt,
      inputs: { request: await this.artifacts.access(request, 'read', accessSeconds) },
      outputs: { 'out.txt': await this.artifacts.access(`${folder}/out.txt`, 'write', accessSeconds) },
      result: await this.artifacts.access(`${folder}/result.json`, 'write', accessSeconds),
      earlier: {},
    };
    return { owner: of, stage, attempt, input, deadlineSeconds, accessSeconds };
  }

  /** Launches an attempt of a stage and waits for its end. */
  async run(stage: string, deadlineSeconds = 60): Promise<Ended> {
    const attempt = await this.attempt(stage, owner(), 1, deadlineSeconds);
    await this.launcher.launch(attempt);
    return this.ended(attempt);
  }

  async ended({ owner, stage, attempt }: StageAttempt): Promise<Ended> {
    let ended: Ended | undefined;
    await until(async () => {
      const seen = (await this.launcher.observe(owner)).find(
        (other) => other.stage === stage && other.attempt === attempt,
      );
      if (seen?.state === 'ended') ended = seen;
      return ended !== undefined;
    });
    if (ended === undefined) throw new Error('the attempt has not ended');
    return ended;
  }

  /** Waits for the file `out.txt` that the stage writes, and returns its content. */
  async output(stage: string, of = owner(), attempt = 1): Promise<string> {
    const file = join(this.path, 'artifacts', this.#stageFolder(of, stage, attempt), 'out.txt');
    await until(() => existsSync(file));
    return readFileSync(file, 'utf8');
  }

  async result(stage: string, of = owner(), attempt = 1): Promise<StageResult | undefined> {
    const bytes = await this.artifacts.get(`${this.#stageFolder(of, stage, attempt)}/result.json`, 1_000_000);
    return bytes === undefined ? undefined : StageResult.parse(JSON.parse(bytes.toString()));
  }

  #stageFolder({ jobId }: AttemptOwner, stage: string, attempt: number): string {
    return `jobs/${jobId}/${stage}-${attempt}`;
  }
}

export function terminationMessage({ message }: Ended): TerminationMessage {
  return TerminationMessage.parse(JSON.parse(message));
}

/** Reports whether a process runs. A zombie process does not count as running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
