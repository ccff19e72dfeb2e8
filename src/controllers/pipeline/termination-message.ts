import { parseJson } from '../../domain/json-text.ts';
import { TerminationMessage } from '../../schema/stage-contract.ts';

/** Parses a termination message, which is untrusted input. Returns undefined if the message is truncated or invalid. */
export function readTerminationMessage(text: string): TerminationMessage | undefined {
  return TerminationMessage.safeParse(parseJson(text)).data;
}

/** Returns the SHA-256 (hex) of `result.json` from a termination message; undefined if the message contains no hash. */
export function reportedSha256(message: string): string | undefined {
  const reported = readTerminationMessage(message);
  return reported !== undefined && 'sha256' in reported ? reported.sha256 : undefined;
}
