import { parseJson } from '../../domain/json-text.ts';
import { TerminationMessage } from '../../stages/contract.ts';

/** A termination message is a stage's word, cut or broken as it may be: one that cannot be read is undefined. */
export function readTerminationMessage(text: string): TerminationMessage | undefined {
  return TerminationMessage.safeParse(parseJson(text)).data;
}

/** The SHA-256 (hex) of its `result.json`, as a stage told it at its end; undefined where it told none. */
export function reportedSha256(message: string): string | undefined {
  const told = readTerminationMessage(message);
  return told !== undefined && 'sha256' in told ? told.sha256 : undefined;
}
