import { randomUUID } from 'node:crypto';
import { images, type Values } from './installation.ts';
import type { Namespace } from './namespace.ts';
import { restricted } from './restricted.ts';
import { mustRun } from './program.ts';

const port = 7070;
const bucket = 'ads';

export interface Bucket {
  /** Chart value `storage` with which an installation uses this bucket. */
  storage: Values;
  /** Returns the names of the objects, as the server's folder has them. */
  objects(): Promise<string[]>;
}

/**
 * Starts a real S3 server in a pod behind a Service. Its program, `versitygw`, is copied from the PATH of this machine.
 */
export async function startBucket(namespace: Namespace): Promise<Bucket> {
  const keys = { accessKeyId: `key${randomUUID()}`, secretAccessKey: randomUUID() };
  const server = `mkdir -p /srv/s3/${bucket} && until [ -f /srv/done ]; do sleep 0.2; done
exec /srv/versitygw --quiet --access ${keys.accessKeyId} --secret ${keys.secretAccessKey} --port :${port} posix /srv/s3`;
  await namespace.mustApply(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [pod(server), service()] }));
  await namespace.waitFor('pod/s3', 'jsonpath={.status.phase}=Running');
  const into = `kubectl -n ${namespace.name} exec -i s3 -- sh -c 'cat >/srv/versitygw && chmod +x /srv/versitygw && touch /srv/done'`;
  await mustRun('bash', ['-c', `${into} <"$(command -v versitygw)"`]);
  await namespace.waitFor('pod/s3', 'condition=Ready');
  return {
    storage: {
      type: 's3',
      s3: { bucket, endpoint: `http://s3.${namespace.name}.svc:${port}`, forcePathStyle: true, credentials: keys },
    },
    objects: async () => {
      const told = await namespace.kubectl('exec', 's3', '--', 'ls', '-R', '-p', `/srv/s3/${bucket}`);
      return told.split('\n').filter((line) => line !== '' && !line.endsWith('/') && !line.endsWith(':'));
    },
  };
}

function pod(server: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 's3', labels: { app: 's3' } },
    spec: {
      securityContext: restricted.pod,
      automountServiceAccountToken: false,
      containers: [
        {
          name: 's3',
          image: images.service,
          command: ['sh', '-c', server],
          securityContext: restricted.container,
          readinessProbe: { tcpSocket: { port }, periodSeconds: 1 },
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
    metadata: { name: 's3' },
    spec: { selector: { app: 's3' }, ports: [{ port, targetPort: port }] },
  };
}
