import type { Issue } from './issue.ts';

export interface CrdException {
  rule: string;
  why: string;
  covers: (issue: Pick<Issue, 'type' | 'loc'>, value: string) => boolean;
}

/**
 * All rules for AdJobs that an API server does not enforce. The controller ends an AdJob that violates such a rule as
 * FAILED `[refused]`, with the message that a REST request would get.
 *
 * A test verifies that the CRD and the program agree on all other rules.
 */
export const crdExceptions: readonly CrdException[] = [
  {
    rule: 'language tag',
    why: 'A CRD cannot check a language tag: only a parser can decide whether letters and hyphens form a BCP-47 tag.',
    covers: ({ type, loc }, value) =>
      type === 'bad_format' && ['language', 'locale'].includes(String(loc.at(-1))) && /^[A-Za-z0-9-]+$/.test(value),
  },
  {
    rule: 'IP address or port in a URL',
    why: 'Allowed addresses and ports are a setting of the installation, and an address has many spellings: 0x7f.1 is 127.0.0.1.',
    covers: ({ type }, value) =>
      isAddressIssue(type) && (isLiteral(writtenHost(value)) || !usualPorts.has(writtenPort(value))),
  },
  {
    rule: 'international host name',
    why: 'A host name with non-ASCII characters must be mapped by IDNA before it can be validated.',
    covers: ({ type }, value) => type === 'bad_url' && /[^!-~]|%|(?:^|\.)xn--/i.test(writtenHost(value)),
  },
  {
    rule: 'callback over http',
    why: 'Whether http is allowed is a setting of the installation.',
    covers: ({ type, loc }, value) => type === 'bad_url' && loc.at(-1) === 'callbackUrl' && value.startsWith('http:'),
  },
];

const usualPorts: ReadonlySet<string> = new Set(['', '80', '443']);

function isAddressIssue(type: Issue['type']): boolean {
  return type === 'bad_url' || type === 'url_not_allowed';
}

/**
 * Reports whether a host in a URL is an IP address instead of a name: it is in brackets, or its last label is a number.
 * The last label of a host name is never a number.
 */
function isLiteral(host: string): boolean {
  return host.startsWith('[') || /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i.test(host);
}

function authority(url: string): string {
  return /^https?:\/\/([^/?#]*)/.exec(url)?.[1] ?? '';
}

function writtenHost(url: string): string {
  return authority(url).replace(/:\d*$/, '');
}

function writtenPort(url: string): string {
  return /:(\d*)$/.exec(authority(url))?.[1] ?? '';
}
