import { fileURLToPath } from 'node:url';
import { images } from './installation.ts';
import type { Namespace } from './namespace.ts';
import { mustRun } from './program.ts';
import { restricted } from './restricted.ts';

const examples = fileURLToPath(new URL('../../../examples', import.meta.url));

export interface Sites {
  /** URL, within the cluster, of the website of the brand in `examples/sites/verdane`. */
  verdane: string;
  /** Entries of the chart value `egressAllow` with which stages may read the website. */
  egressAllow: string[];
}

/**
 * Delay of the pages below `/slow`: long enough for a test to observe the stage, and shorter than the time limit of the
 * stage.
 */
const slowMs = 4_000;

/** Page whose script replaces its words. Only then does it have a button. */
const scripted = `<!doctype html><html lang="en"><title>Verdane</title><link rel="stylesheet" href="/scripted.css"><body>
<h1>Oils from one valley</h1><p>Every bottle is filled by hand, and sent in paper.</p><script>
document.body.innerHTML = '<header><a href="/">Verdane</a></header><h1>Green things for slow days</h1><p>' +
'Every bottle is filled by hand in the valley where its plants grow, and sent in paper. '.repeat(5) +
'</p><a class="main" href="/shop">Shop the oils</a>';</script>`;
const scriptedStyle = '.main { display: inline-block; padding: 16px 32px; background: #7a1f5c; color: #fff }';

/** Program that serves the website below `/srv` and the sample pictures. */
const server = `
const express = require('/app/node_modules/express');
const app = express().get('/readyz', (_, answer) => answer.sendStatus(require('node:fs').existsSync('/srv/done') ? 200 : 503));
app.get('/scripted', (_, answer) => answer.type('html').send(process.env.SCRIPTED));
app.get('/scripted.css', (_, answer) => answer.type('css').send(process.env.SCRIPTED_STYLE));
app.use('/slow', (_, answer, next) => setTimeout(next, ${slowMs}), express.static('/srv/sites/verdane'));
app.use('/pictures', express.static('/srv/pictures')).use(express.static('/srv/sites/verdane')).listen(8080);
process.on('SIGTERM', () => process.exit());`;

/** Starts the website of a sample brand in a pod behind a Service. Stages read it like any other website. */
export async function startSites(namespace: Namespace): Promise<Sites> {
  await namespace.mustApply(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [pod(), service()] }));
  await namespace.waitFor('pod/verdane', 'jsonpath={.status.phase}=Running');
  const archive = ['-C', examples, '-cf', '-', 'pictures', 'sites/verdane'];
  const into = ['exec', '-i', 'verdane', '--', 'tar', '-x', '-C', '/srv', '-f', '-'];
  await mustRun('bash', ['-c', `tar ${archive.join(' ')} | kubectl -n ${namespace.name} ${into.join(' ')}`]);
  await namespace.kubectl('exec', 'verdane', '--', 'touch', '/srv/done');
  await namespace.waitFor('pod/verdane', 'condition=Ready');
  const service_ = await namespace.kubectl('get', 'service', 'verdane', '-o', 'jsonpath={.spec.clusterIP}');
  const podIp = await namespace.kubectl('get', 'pod', 'verdane', '-o', 'jsonpath={.status.podIP}');
  // Network policies see the address of the pod and not that of its Service, so both addresses are allowed.
  return {
    verdane: `http://verdane.${namespace.name}.svc.cluster.local`,
    egressAllow: [`${service_}/32`, `${podIp}/32:8080`],
  };
}

function pod(): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'verdane', labels: { app: 'verdane' } },
    spec: {
      securityContext: restricted.pod,
      automountServiceAccountToken: false,
      containers: [
        {
          name: 'site',
          image: images.service,
          command: ['node', '-e', server],
          env: [
            { name: 'SCRIPTED', value: scripted },
            { name: 'SCRIPTED_STYLE', value: scriptedStyle },
          ],
          securityContext: restricted.container,
          readinessProbe: { httpGet: { path: '/readyz', port: 8080 }, periodSeconds: 1 },
          volumeMounts: [{ name: 'srv', mountPath: '/srv' }],
        },
      ],
      volumes: [{ name: 'srv', emptyDir: {} }],
    },
  };
}

function service(): object {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'verdane' },
    spec: { selector: { app: 'verdane' }, ports: [{ port: 80, targetPort: 8080 }] },
  };
}
