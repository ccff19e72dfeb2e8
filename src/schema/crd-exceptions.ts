import type { Issue } from './issue.ts';

/** One rule of an AdJob that no schema of Kubernetes can hold. */
export interface CrdException {
  rule: string;
  /** Why it cannot be said in the CRD. */
  why: string;
  /** Whether this refusal of `value` rests on the rule. */
  covers: (issue: Pick<Issue, 'type' | 'loc'>, value: string) => boolean;
}

/**
 * All that an API server lets in and the controller then ends as FAILED `[refused]`, in the words that a request would have
 * been answered with. In everything else CRD and program agree, in both directions; a test holds them to it.
 */
export const crdExceptions: readonly CrdException[] = [
  {
    rule: 'language tag',
    why: 'Whether letters and hyphens make a BCP-47 tag takes a parser.',
    covers: ({ type, loc }, value) =>
      type === 'bad_format' && ['language', 'locale'].includes(String(loc.at(-1))) && /^[A-Za-z0-9-]+$/.test(value),
  },
  {
    rule: 'literal address or port',
    why: 'Which ones may be used is a setting of the installation, and 0x7f.1 is 127.0.0.1.',
    covers: ({ type }, value) => isAddressIssue(type) && (isLiteral(hostOf(value)) || !usualPorts.has(portOf(value))),
  },
  {
    rule: 'international host name',
    why: 'What is beyond plain ASCII has to be mapped by IDNA before anybody can say whether it is a name.',
    covers: ({ type }, value) => type === 'bad_url' && /[^!-~]|%|(?:^|\.)xn--/i.test(hostOf(value)),
  },
  {
    rule: 'callback over http',
    why: 'Whether it is allowed is a setting of the installation.',
    covers: ({ type, loc }, value) => type === 'bad_url' && loc.at(-1) === 'callbackUrl' && value.startsWith('http:'),
  },
];

const usualPorts: ReadonlySet<string> = new Set(['', '80', '443']);

function isAddressIssue(type: Issue['type']): boolean {
  return type === 'bad_url' || type === 'url_not_allowed';
}

/** In brackets, or with a last label that is a number: a name cannot end so. */
function isLiteral(host: string): boolean {
  return host.startsWith('[') || /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i.test(host);
}

function authority(url: string): string {
  return /^https?:\/\/([^/?#]*)/.exec(url)?.[1] ?? '';
}

function hostOf(url: string): string {
  return authority(url).replace(/:\d*$/, '');
}

function portOf(url: string): string {
  return /:(\d*)$/.exec(authority(url))?.[1] ?? '';
}
