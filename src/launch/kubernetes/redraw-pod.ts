import type { StageSettings } from '../stage-environment.ts';
import type { StagePod } from './stage-pods.ts';

const proxyVariable = /^https?_proxy$/i;
const storeVariable = /^(https?|no)_proxy$/i;

/**
 * Returns the pod settings and stage settings of a redraw, which fetches nothing but its own files. It gets no
 * `extraEnv`, which may hold keys of models, and no credentials of a proxy. The exception are files in a bucket that is
 * behind a proxy: the pod keeps the variables of that proxy, whose credentials may be those of the egress proxy.
 */
export function redrawPod(
  pod: StagePod,
  { storage, settings }: { storage: { access: 'mounts' | 'presigned-urls' }; settings: StageSettings },
): { pod: StagePod; settings: StageSettings } {
  const isBucket = storage.access === 'presigned-urls';
  const extraEnv = isBucket ? pod.extraEnv.filter(({ name }) => storeVariable.test(name)) : [];
  if (extraEnv.some(({ name }) => proxyVariable.test(name))) return { pod: { ...pod, extraEnv }, settings };
  const noProxy = { ADWRIGHT_EGRESS_PROXY: '', ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE: '' };
  return { pod: { ...pod, extraEnv }, settings: { ...settings, ...noProxy } };
}
