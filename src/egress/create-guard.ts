import type { EgressConfig } from '../config/egress-config.ts';
import { readProxySettings } from '../config/proxy-config.ts';
import { parseAddressRules } from '../domain/address-rule.ts';
import { egressProxy } from './egress-proxy.ts';
import { Guard } from './guard.ts';

/**
 * Creates the guard, which checks URLs and addresses, from the settings. If an entry of the allow list or the deny list
 * is invalid, throws an error that quotes this entry.
 */
export function createGuard(settings: EgressConfig, noProxy = readProxySettings().none): Guard {
  return new Guard({ ...parseAddressRules(settings), proxy: egressProxy(settings, noProxy) });
}
