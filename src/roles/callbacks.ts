import { systemClock } from '../clock/system-clock.ts';
import type { EgressConfig } from '../config/egress-config.ts';
import type { CallbackDeps } from '../controllers/callback/deps.ts';
import { createGuard } from '../egress/create-guard.ts';
import { programVersion } from '../version.ts';
import { HttpSender } from '../webhooks/http-sender.ts';

/** Creates what the callback controller needs to sign and send callbacks. */
export function openCallbacks(
  egress: EgressConfig,
  signingKeys: CallbackDeps['signingKeys'],
): Pick<CallbackDeps, 'sender' | 'signingKeys'> {
  const guard = createGuard(egress);
  return { sender: new HttpSender({ guard, clock: systemClock, version: programVersion() }), signingKeys };
}
