import { z } from 'zod';
import { setting } from './setting.ts';

export const installationSettings = {
  /** Secret key of the HMAC that makes the folder names of stage files impossible to guess. */
  installationSecret: setting(
    'ADWRIGHT_INSTALLATION_SECRET',
    z.string().min(32, 'must have at least 32 characters, because it keeps others from guessing the URLs of files'),
  ),
};
