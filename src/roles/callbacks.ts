import { systemClock } from '../clock/system-clock.ts';
import { readProxySettings } from '../config/proxy-config.ts';
import type { CallbackDeps } from '../controllers/callback/deps.ts';
import { createGuard } from '../egress/create-guard.ts';
import type { EgressSettings } from '../egress/settings.ts';
import { programVersion } from '../version.ts';
import { HttpSender } from '../webhooks/http-sender.ts';

/** Returns the dependencies with which the callback controller signs and sends callbacks. */
export function openCallbacks(
  { egress, allowHttpCallbacks }: { egress: EgressSettings; allowHttpCallbacks: boolean },
  signingKeys: CallbackDeps['signingKeys'],
): Pick<CallbackDeps, 'sender' | 'signingKeys' | 'allowHttp'> {
  const guard = createGuard(egress, readProxySettings().none);
  const sender = new HttpSender({ guard, clock: systemClock, version: programVersion() });
  return { sender, signingKeys, allowHttp: allowHttpCallbacks };
}
