import { systemClock } from '../clock/system-clock.ts';
import type { EgressConfig } from '../config/egress-config.ts';
import type { CallbackDeps } from '../controllers/callback/deps.ts';
import { createGuard } from '../egress/create-guard.ts';
import { programVersion } from '../version.ts';
import { HttpSender } from '../webhooks/http-sender.ts';

/** Returns the dependencies with which the callback controller signs and sends callbacks. */
export function openCallbacks(
  { egress, allowHttpCallbacks }: { egress: EgressConfig; allowHttpCallbacks: boolean },
  signingKeys: CallbackDeps['signingKeys'],
): Pick<CallbackDeps, 'sender' | 'signingKeys' | 'allowHttp'> {
  const guard = createGuard(egress);
  const sender = new HttpSender({ guard, clock: systemClock, version: programVersion() });
  return { sender, signingKeys, allowHttp: allowHttpCallbacks };
}
