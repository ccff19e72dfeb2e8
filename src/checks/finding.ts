/** Answer of one check, as a sentence. A sentence that is not ok also says what to do. */
export interface Finding {
  verdict: 'ok' | 'warning' | 'failed';
  sentence: string;
}

export const ok = (sentence: string): Finding => ({ verdict: 'ok', sentence });
export const warning = (sentence: string): Finding => ({ verdict: 'warning', sentence });
export const failed = (sentence: string): Finding => ({ verdict: 'failed', sentence });

/** Parts of an installation that can be checked, in the order in which they are printed. */
export const checkedParts = ['cluster', 'redis', 'files', 'registry'] as const;
export type CheckedPart = (typeof checkedParts)[number];

/** Checks of each part. None rejects: a failure is a finding. */
export type Checks = Readonly<Record<CheckedPart, (options: CheckOptions) => Promise<Finding[]>>>;

export interface CheckOptions {
  /** References of images, such as `registry.example.com/adwright:1.2.0`. */
  images: readonly string[];
  /** Path of a Docker configuration with the credentials of registries. Undefined: images are read without credentials. */
  dockerConfig: string | undefined;
}

/** Message of an error, without a full stop at its end. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
