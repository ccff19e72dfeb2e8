import {
  judgeAddress,
  judgeUrl,
  parseAllowList,
  plainHost,
  portOf,
  type AddressRules,
} from '../../domain/address-rule.ts';
import type { ModelEntry } from '../model-entry.ts';

/** Returns the addresses of a host. Rejects if the name does not resolve. */
export type NameLookup = (host: string) => Promise<readonly string[]>;

/** Says which `addresses` of an entry would allow its server. */
export async function addressAdvice(
  { baseUrl }: Pick<ModelEntry, 'baseUrl'>,
  { rules, lookup }: { rules: Pick<AddressRules, 'deny'>; lookup: NameLookup },
): Promise<string> {
  const url = new URL(baseUrl);
  const addresses = await lookup(plainHost(url)).catch(() => []);
  if (addresses.length === 0)
    return `Add the address of ${url.host} to \`addresses\` of the entry, such as 10.96.0.0/12:8000.`;
  const entries = addresses.map((address) => allowing(address, portOf(url)));
  const all = { allow: parseAllowList(entries.join(',')), deny: rules.deny };
  const denied =
    !judgeUrl(baseUrl, all).allowed || addresses.some((address) => !judgeAddress(address, portOf(url), all).allowed);
  if (denied) return `Remove ${url.host} from ADWRIGHT_EGRESS_DENY, which holds for models too.`;
  const list = entries.map((entry) => `'${entry}'`).join(', ');
  return `Add \`addresses: [${list}]\` to the entry, or the range of its network: the address is not public.`;
}

function allowing(address: string, port: number): string {
  return address.includes(':') ? `[${address}/128]:${port}` : `${address}/32:${port}`;
}
