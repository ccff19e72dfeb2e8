import { resolve } from 'node:path';
import { z } from 'zod';
import { setting } from './setting.ts';

export const modelsSettings = {
  /** YAML file with the models that stages may call. Absent: the built-in studio does everything. */
  modelsFile: setting(
    'ADWRIGHT_MODELS',
    z
      .string()
      .transform((path) => resolve(path))
      .optional(),
  ),
};
