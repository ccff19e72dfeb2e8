import { parseJson } from '../../domain/json-text.ts';
import { TerminationMessage } from '../../stages/contract.ts';

/** Parses a termination message. Returns undefined for one that is truncated or invalid: it is untrusted input. */
export function readTerminationMessage(text: string): TerminationMessage | undefined {
  return TerminationMessage.safeParse(parseJson(text)).data;
}

/** Returns the SHA-256 (hex) of `result.json` from a termination message; undefined if it has none. */
export function reportedSha256(message: string): string | undefined {
  const reported = readTerminationMessage(message);
  return reported !== undefined && 'sha256' in reported ? reported.sha256 : undefined;
}
