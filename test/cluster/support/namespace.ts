import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { mustRun, run, type Ended } from './program.ts';

const AdJob = z.looseObject({
  metadata: z.looseObject({
    name: z.string(),
    uid: z.string(),
    finalizers: z.array(z.string()).default([]),
    deletionTimestamp: z.string().optional(),
  }),
  status: z
    .looseObject({
      phase: z.string().optional(),
      jobId: z.string().optional(),
      error: z.string().optional(),
      stages: z
        .array(z.looseObject({ name: z.string(), state: z.string(), attempt: z.number().default(0) }))
        .default([]),
    })
    .default({ stages: [] }),
});
export type SeenAdJob = z.infer<typeof AdJob>;

const Meta = z.looseObject({
  metadata: z.looseObject({
    name: z.string(),
    uid: z.string(),
    labels: z.record(z.string(), z.string()).default({}),
  }),
});
export type SeenObject = z.infer<typeof Meta>;

/** A namespace that enforces the restricted Pod Security Standard. Its methods run kubectl in it. */
export class Namespace {
  readonly name: string;

  private constructor(name: string) {
    this.name = name;
  }

  static async create(prefix: string): Promise<Namespace> {
    const namespace = new Namespace(`${prefix}-${randomBytes(3).toString('hex')}`);
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace.name, labels } };
    await mustRun('kubectl', ['create', '-f', '-'], { input: JSON.stringify(object) });
    return namespace;
  }

  /** Runs kubectl and returns its output. Throws if it fails. */
  kubectl(...args: string[]): Promise<string> {
    return mustRun('kubectl', ['-n', this.name, ...args]);
  }

  /** Runs kubectl and returns its output and exit code. */
  tryKubectl(...args: string[]): Promise<Ended> {
    return run('kubectl', ['-n', this.name, ...args]);
  }

  /** Applies objects given as YAML or JSON text. */
  apply(text: string): Promise<Ended> {
    return run('kubectl', ['-n', this.name, 'apply', '-f', '-'], { input: text });
  }

  async mustApply(text: string): Promise<void> {
    await mustRun('kubectl', ['-n', this.name, 'apply', '-f', '-'], { input: text });
  }

  async adJob(name: string): Promise<SeenAdJob> {
    return AdJob.parse(JSON.parse(await this.kubectl('get', 'adjob', name, '-o', 'json')));
  }

  async adJobs(): Promise<SeenAdJob[]> {
    const { items } = z
      .object({ items: z.array(AdJob) })
      .parse(JSON.parse(await this.kubectl('get', 'adjobs', '-o', 'json')));
    return items;
  }

  async list(plural: string, selector = ''): Promise<SeenObject[]> {
    const told = await this.kubectl('get', plural, `--selector=${selector}`, '-o', 'json');
    return z.object({ items: z.array(Meta) }).parse(JSON.parse(told)).items;
  }

  /** Runs `kubectl wait`. */
  async waitFor(what: string, condition: string, seconds = 120): Promise<void> {
    await this.kubectl('wait', what, `--for=${condition}`, `--timeout=${seconds}s`);
  }

  /**
   * Deletes the namespace. Removes the finalizers of its objects first, because a test may have stopped the controller
   * that removes them.
   */
  async remove(): Promise<void> {
    for (const plural of ['adjobs', 'adaccounts', 'apikeys'])
      for (const name of (await this.tryKubectl('get', plural, '-o', 'name')).stdout.split('\n').filter(Boolean))
        await this.tryKubectl('patch', name, '--type=merge', '-p', '{"metadata":{"finalizers":null}}');
    await mustRun('kubectl', ['delete', 'namespace', this.name, '--wait=false']);
  }
}
