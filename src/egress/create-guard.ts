import type { EgressConfig } from '../config/egress-config.ts';
import { readProxySettings } from '../config/proxy-config.ts';
import { parseAddressRules } from '../domain/address-rule.ts';
import { egressProxy } from './egress-proxy.ts';
import { Guard } from './guard.ts';

/** Creates the guard of the settings. Throws an error that quotes an invalid entry of the allow or deny list. */
export function createGuard(settings: EgressConfig, noProxy = readProxySettings().none): Guard {
  return new Guard({ ...parseAddressRules(settings), proxy: egressProxy(settings, noProxy) });
}
