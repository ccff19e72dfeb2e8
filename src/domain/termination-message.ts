import { terminationMessageBytesMax, TerminationMessage } from '../schema/stage-contract.ts';
import { parseJson } from './json-text.ts';

/**
 * Returns the termination message of a stage's container as JSON of at most 4,096 bytes. The kubelet cuts a longer
 * message at any byte, which breaks the JSON. Therefore, the text in a longer message is shortened between two
 * characters.
 */
export function fitTerminationMessage(message: TerminationMessage): string {
  const whole = JSON.stringify(message);
  if (Buffer.byteLength(whole) <= terminationMessageBytesMax) return whole;
  const prose = Array.from('summary' in message ? message.summary : message.sentence);
  let [fits, tooLong] = [0, prose.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (Buffer.byteLength(withProse(message, prose, middle)) <= terminationMessageBytesMax) fits = middle;
    else tooLong = middle;
  }
  return withProse(message, prose, fits);
}

function withProse(message: TerminationMessage, prose: string[], codePoints: number): string {
  const text = `${prose.slice(0, codePoints).join('')}…`;
  return JSON.stringify('summary' in message ? { ...message, summary: text } : { ...message, sentence: text });
}

export function readTerminationMessage(text: string): TerminationMessage | undefined {
  return TerminationMessage.safeParse(parseJson(text)).data;
}

export function reportedSha256(message: string): string | undefined {
  const reported = readTerminationMessage(message);
  return reported !== undefined && 'sha256' in reported ? reported.sha256 : undefined;
}
