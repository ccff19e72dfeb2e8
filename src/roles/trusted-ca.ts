import { ConfigError } from '../config/environment.ts';
import { trustAuthorities } from '../egress/trusted-ca.ts';
import { messageOf } from '../files/error-code.ts';

/** Calls `trustAuthorities` with the file of `ADWRIGHT_TRUSTED_CA_FILE`. Throws `ConfigError` if the file is invalid. */
export function trustConfiguredAuthorities(file: string | undefined): string | undefined {
  try {
    return trustAuthorities(file);
  } catch (error) {
    throw new ConfigError([`ADWRIGHT_TRUSTED_CA_FILE (${file ?? ''}): ${messageOf(error)}`]);
  }
}
