import { parseAllDocuments, stringify } from 'yaml';
import { z } from 'zod';
import { contains, parseAddress, parseRange } from '../../src/domain/address-range.ts';
import { judgeAddress, parseAddressRules } from '../../src/domain/address-rule.ts';
import { forbiddenAddresses } from '../../test/support/network/ssrf-corpus.ts';

const IpBlock = z.object({ cidr: z.string(), except: z.array(z.string()).default([]) });
const Rule = z.object({
  ports: z.array(z.object({ port: z.union([z.string(), z.number()]) })).optional(),
  to: z.array(z.object({ ipBlock: IpBlock.optional() })).optional(),
});
type Rule = z.infer<typeof Rule>;
const Policy = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({ egress: z.array(Rule).default([]) }),
});

/** Chart values that decide which addresses the pods may reach. */
export interface EgressCase {
  name: string;
  egressAllow: string[];
  egressDeny: string[];
  /** Endpoint of the S3 store. If empty, the store is S3 of AWS. */
  endpoint: string;
}

export const egressCases: readonly EgressCase[] = [
  { name: 'S3 of AWS', egressAllow: [], egressDeny: [], endpoint: '' },
  { name: 'a store with a name', egressAllow: [], egressDeny: [], endpoint: 'https://s3.example.com:8443' },
  { name: 'a store with an address', egressAllow: [], egressDeny: [], endpoint: 'http://10.20.0.5:9000' },
  { name: 'a store with an IPv6 address', egressAllow: [], egressDeny: [], endpoint: 'http://[fd20::5]:9000' },
  { name: 'a store that is a Service', egressAllow: [], egressDeny: [], endpoint: 'http://minio.storage.svc:9000' },
  {
    name: 'allowed and denied ranges',
    egressAllow: ['10.1.0.0/16', '10.2.0.0/16:9000', 'fd00:1::/64', '127.0.0.0/8:*'],
    egressDeny: ['93.184.0.0/16', '2606:4700::/32', '10.1.128.0/17'],
    endpoint: 'https://s3.example.com',
  },
];

/**
 * Address of the API server in these cases. Without `apiServerRanges`, the rule for the API server would allow every
 * address.
 */
const apiServer = '10.96.0.1';
const apiServerPorts = [443, 6443, 8443, 16443];

/** Returns the chart values of a case as YAML. */
export function valuesOf({ egressAllow, egressDeny, endpoint }: EgressCase): string {
  return stringify({
    ...{ egressAllow, egressDeny },
    networkPolicy: { apiServerRanges: [`${apiServer}/32`] },
    storage: { type: 's3', s3: { bucket: 'ads', ...(endpoint !== '' && { endpoint }) } },
  });
}

const publicAddresses = ['93.184.216.34', '1.1.1.1', '2606:4700::7', '2001:470::1'];
const privateAddresses = [apiServer, '10.1.2.3', '10.1.200.1', '10.2.0.1', '10.20.0.5', 'fd00:1::1', 'fd20::5'];
/**
 * Reports whether an address contains the bits `5efe` of ISATAP addresses. These are left out, because they may follow
 * any prefix, and a network policy cannot list all of them.
 */
const isIsatap = (address: string): boolean => address.includes('5efe');
const addresses = [...publicAddresses, ...privateAddresses, ...forbiddenAddresses.map(([, address]) => address)].filter(
  (address) => !isIsatap(address),
);

interface Target {
  address: string;
  port: number;
}
const targets: Target[] = addresses.flatMap((address) =>
  [22, 80, 443, 6443, 8443, 9000].map((port) => ({ address, port })),
);

/**
 * Compares the network policies of the rendered chart with the SSRF guard of the program. Returns a line for each
 * address and port at which they disagree: a policy allows what the guard refuses, except for the API server and the S3
 * store, or a policy refuses what the guard allows.
 */
export function differencesFromGuard(rendered: string, values: EgressCase): string[] {
  const policies = parseAllDocuments(rendered)
    .map((document) => Policy.safeParse(document.toJS()).data)
    .filter((policy) => policy !== undefined);
  return ['api', 'controller', 'stage'].flatMap((component) => {
    const policy = policies.find(({ metadata }) => metadata.name.endsWith(`-${component}`));
    if (policy === undefined) return [`The network policy of ${component} is missing.`];
    return targets.flatMap(({ address, port }) => {
      const isAllowed = policy.spec.egress.some((rule) => allows(rule, address, port));
      if (isAllowed === isExpected(component, { address, port }, values)) return [];
      return [`${component} ${isAllowed ? 'may' : 'may not'} reach ${address} port ${port}`];
    });
  });
}

/** Reports whether a component must be able to reach the target. Its network policy must refuse all other targets. */
function isExpected(
  component: string,
  { address, port }: Target,
  { egressAllow, egressDeny, endpoint }: EgressCase,
): boolean {
  const rules = parseAddressRules({ allow: egressAllow.join(','), deny: egressDeny.join(',') });
  if (component !== 'api' && judgeAddress(address, port, rules).allowed) return true;
  if (component !== 'stage' && address === apiServer && apiServerPorts.includes(port)) return true;
  const store = storeOf(endpoint);
  const isPublic = judgeAddress(address, 443, { ...rules, allow: [] }).allowed;
  return port === store.port && (store.isNamed ? isPublic : address === store.host);
}

function storeOf(endpoint: string): { host: string; port: number; isNamed: boolean } {
  const { hostname, port, protocol } = new URL(endpoint === '' ? 'https://s3.amazonaws.com' : endpoint);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isNamed = parseAddress(host) === undefined && !host.endsWith('.svc');
  return { host, isNamed, port: Number(port || (protocol === 'https:' ? 443 : 80)) };
}

function allows({ ports: allowed, to }: Rule, address: string, port: number): boolean {
  if (allowed !== undefined && !allowed.some((one) => Number(one.port) === port)) return false;
  if (to === undefined) return true;
  return to.some(({ ipBlock }) => {
    if (ipBlock === undefined) return false;
    return isIn(ipBlock.cidr, address) && !ipBlock.except.some((cidr) => isIn(cidr, address));
  });
}

function isIn(cidr: string, text: string): boolean {
  const [range, address] = [parseRange(cidr), parseAddress(text)];
  if (range === undefined || address === undefined) throw new Error(`${cidr} or ${text} is malformed`);
  return contains(range, address);
}
