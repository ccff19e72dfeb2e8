import { bytes, type Answer } from '../../http/answer.ts';

/** Sends the browser to another address with a GET request. */
export function seeOther(location: string, headers: Record<string, string> = {}): Answer {
  return bytes(303, 'text/plain; charset=utf-8', Buffer.from(''), { Location: location, ...headers });
}
