import { posix } from 'node:path';
import { browserFlags } from '../../browser/browser-flags.ts';
import type { BrowserPod } from './stage-pods.ts';

/** Path of the Unix socket at which the stage reaches the browser. Both containers have the folder at this path. */
export const browserSocket = '/run/adwright-browser/devtools.sock';

/** User of the browser. It differs from that of the stage, and owns no files outside of its container. */
const user = 65_532;

/** Folder of all files of the browser, which is empty at its start. */
const folder = '/tmp';

const socketVolume = 'browser-socket';
const temporaryVolume = 'browser-tmp';

type Loose = Record<string, unknown>;

/**
 * Returns the container of the browser that paints pages, as a native sidecar: it starts before the stage, is stopped
 * when the stage has ended, and its own end does not fail the pod.
 *
 * Guarantee: the browser has nothing of the stage but the folder of the socket. It has another user, no input, no URLs,
 * no token and no variables. Its memory limit includes its files, which are in memory. The image adds a seccomp filter
 * that refuses every socket other than Unix sockets.
 */
export function browserContainer(browser: BrowserPod): Loose {
  const { image, imagePullPolicy, resources, sandbox, seccompProfile } = browser;
  return {
    name: 'browser',
    image,
    imagePullPolicy,
    restartPolicy: 'Always',
    args: [browserSocket, folder, ...browserFlags({ profile: `${folder}/profile`, sandbox: sandbox !== 'none' })],
    resources,
    securityContext: {
      runAsUser: user,
      runAsGroup: user,
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
      ...(seccompProfile !== undefined && {
        seccompProfile: { type: 'Localhost', localhostProfile: seccompProfile },
      }),
    },
    volumeMounts: [
      { name: socketVolume, mountPath: posix.dirname(browserSocket) },
      { name: temporaryVolume, mountPath: folder },
      // Otherwise the containers of the pod would share one /dev/shm.
      { name: temporaryVolume, mountPath: '/dev/shm' },
    ],
  };
}

/** Returns the volumes of the browser, and the mount through which the stage reaches the socket. */
export function browserVolumes({ tmpSizeLimit }: BrowserPod): { volumes: Loose[]; mounts: Loose[] } {
  return {
    volumes: [
      { name: socketVolume, emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } },
      { name: temporaryVolume, emptyDir: { medium: 'Memory', sizeLimit: tmpSizeLimit } },
    ],
    mounts: [{ name: socketVolume, mountPath: posix.dirname(browserSocket), readOnly: true }],
  };
}
