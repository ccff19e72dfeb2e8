/**
 * Measures how long a stage process needs from its start until it can begin its work. It runs in the stage image as in
 * a pod, with and without the compiled code that the image contains. Needs a cluster that has the image
 * (`scripts/image`).
 */
import { z } from 'zod';
import { programVersion } from '../../src/version.ts';
import { openTestCluster } from '../support/cluster/test-cluster.ts';

const rounds = 15;

/** Program of the pod. It runs both variants in turn, round by round, and reports the median of each. */
const program = `
const { spawnSync } = require('node:child_process');
const loads = {
  'Node.js alone': '',
  'what every stage loads': 'await import("/app/dist/stages/attempt.js")',
  ...Object.fromEntries(['onboarding', 'concept', 'image'].map((name) => [name,
    'await import("/app/dist/stages/attempt.js"); await (await import("/app/dist/stages/registry.js")).stageLoaders.get("' + name + '")()'])),
};
loads.onboarding += '; await Promise.all([import("/app/dist/stages/onboarding/extract-brand.js"), import("/app/dist/egress/guarded-egress.js")])';
loads.image += '; await (await import("/app/dist/studio/text/engine.js")).TextEngine.load()';
const took = {};
for (let round = 0; round < ${rounds}; round++) for (const [name, text] of Object.entries(loads)) for (const compiled of ['with', 'without']) {
  const env = compiled === 'with' ? process.env : { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--max-old-space-size=256', '--min-semi-space-size=16', '--input-type=module', '-e', text], { env });
  if (status !== 0) throw new Error(String(stderr));
  ((took[name] ??= {})[compiled] ??= []).push(performance.now() - startMs);
}
const median = (all) => Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]);
require('node:fs').writeFileSync('/dev/termination-log', JSON.stringify(Object.entries(took).map(([name, each]) =>
  ({ name, withMs: median(each.with), withoutMs: median(each.without) }))));`;

const pod = {
  metadata: { name: 'start-up' },
  spec: {
    restartPolicy: 'Never',
    securityContext: { runAsUser: 1000, runAsGroup: 1000, runAsNonRoot: true },
    containers: [
      {
        name: 'stage',
        image: `localhost/adwright-stage:${programVersion()}`,
        imagePullPolicy: 'Never',
        command: ['node', '-e', program],
        securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
        volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
      },
    ],
    volumes: [{ name: 'tmp', emptyDir: {} }],
  },
};

const Ended = z.object({ exitCode: z.number(), message: z.string().default('') });
const Pod = z.object({
  status: z.object({
    containerStatuses: z.array(z.object({ state: z.object({ terminated: Ended.optional() }) })).default([]),
  }),
});
const Rows = z.array(z.object({ name: z.string(), withMs: z.number(), withoutMs: z.number() }));

const cluster = openTestCluster();
const path = `/api/v1/namespaces/${await cluster.namespace('bench-images')}`;
await cluster.client.json({ method: 'POST', path: `${path}/pods`, body: pod });

let ended: z.infer<typeof Ended> | undefined;
while (ended === undefined) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { status } = Pod.parse(await cluster.client.json({ method: 'GET', path: `${path}/pods/start-up` }));
  ended = status.containerStatuses[0]?.state.terminated;
}
await cluster.close();
if (ended.exitCode !== 0) throw new Error(`the pod exited with ${ended.exitCode}: ${ended.message}`);
for (const { name, withMs, withoutMs } of Rows.parse(JSON.parse(ended.message))) {
  console.log(`${name.padEnd(24)} ${withMs} ms with compiled code, ${withoutMs} ms without`);
}
