import { parseAddressRules } from '../domain/address-rule.ts';
import { egressProxy } from './egress-proxy.ts';
import { Guard } from './guard.ts';
import type { EgressSettings } from './settings.ts';

/**
 * Creates the guard, which checks URLs and addresses, from the settings. `noProxy` is the value of `NO_PROXY`. If an
 * entry of the allow list or the deny list is invalid, throws an error that quotes this entry.
 */
export function createGuard(settings: EgressSettings, noProxy: string): Guard {
  return new Guard({ ...parseAddressRules(settings), proxy: egressProxy(settings, noProxy) });
}
