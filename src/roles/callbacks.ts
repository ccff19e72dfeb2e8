import { systemClock } from '../clock/system-clock.ts';
import type { CallbackDeps } from '../controllers/callback/deps.ts';
import { parseAllowList } from '../domain/address-rule.ts';
import { Guard } from '../egress/guard.ts';
import { programVersion } from '../version.ts';
import { HttpSender } from '../webhooks/http-sender.ts';

/** Creates what the callback controller needs to sign and send callbacks. */
export function openCallbacks(
  { egressAllow, allowHttpCallbacks }: { egressAllow: string; allowHttpCallbacks: boolean },
  signingKeys: CallbackDeps['signingKeys'],
): Pick<CallbackDeps, 'sender' | 'signingKeys' | 'allowHttp'> {
  const guard = new Guard({ allow: parseAllowList(egressAllow) });
  const sender = new HttpSender({ guard, clock: systemClock, version: programVersion() });
  return { sender, signingKeys, allowHttp: allowHttpCallbacks };
}
