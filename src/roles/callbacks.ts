import { systemClock } from '../clock/system-clock.ts';
import type { CallbackDeps } from '../controllers/callback/deps.ts';
import { parseAllowList } from '../domain/address-rule.ts';
import { Guard } from '../egress/guard.ts';
import { programVersion } from '../version.ts';
import { HttpSender } from '../webhooks/http-sender.ts';

/** Creates what the callback controller needs to sign and send callbacks. */
export function openCallbacks(
  { egressAllow }: { egressAllow: string },
  signingKeys: CallbackDeps['signingKeys'],
): Pick<CallbackDeps, 'sender' | 'signingKeys'> {
  const guard = new Guard({ allow: parseAllowList(egressAllow) });
  return { sender: new HttpSender({ guard, clock: systemClock, version: programVersion() }), signingKeys };
}
