import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from './json-text.ts';

/** Key of the file that names the installation to which a file store belongs. */
export const installationMarkKey = 'installation.json';

const Mark = z.object({ installation: z.string() });

/**
 * Returns the content of the mark of an installation. It contains an HMAC of a fixed text, so the mark neither reveals the
 * installation secret nor the name of any folder.
 */
export function installationMark(installationSecret: string): string {
  const installation = createHmac('sha256', installationSecret).update('adwright file store').digest('hex');
  return `${JSON.stringify({ installation })}\n`;
}

/** Reports whether the mark is that of the installation with this secret. A damaged mark is that of no installation. */
export function isMarkOf(installationSecret: string, text: string): boolean {
  return readMark(text) !== undefined && readMark(text) === readMark(installationMark(installationSecret));
}

function readMark(text: string): string | undefined {
  const { success, data } = Mark.safeParse(parseJson(text));
  return success ? data.installation : undefined;
}
