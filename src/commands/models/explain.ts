import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseDenyList } from '../../domain/address-rule.ts';
import { resolveName } from '../../egress/resolve-name.ts';
import type { ModelAccess } from '../../models/open-entry.ts';
import { adviceFor, wordsOf, type FailedTrial } from '../../models/trial/advice.ts';

/** Explains a failed call in sentences: what failed, what to do, and what the provider said. */
export async function explained(failed: FailedTrial, { settings }: ModelAccess): Promise<string> {
  const { failure, entry } = failed;
  const advice = await adviceFor(failed, {
    rules: { deny: parseDenyList(settings.deny) },
    lookup: addressesOf,
  });
  const words = wordsOf(failure);
  const sentences = [`${capitalised(failure.message)}.`, advice, ...(words === '' ? [] : [`Details: ${words}`])];
  return withoutKey(sentences.join(' '), entry.keyFile);
}

async function addressesOf(host: string): Promise<readonly string[]> {
  return isIP(host) === 0 ? (await resolveName(host, AbortSignal.timeout(10_000))).addresses : [host];
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Removes the key, which a server may repeat in a text that no adapter recognises as an error. */
function withoutKey(text: string, file: string | null): string {
  const key = file === null ? '' : keyIn(file);
  return key === '' ? text : text.replaceAll(key, '[key]');
}

function keyIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
