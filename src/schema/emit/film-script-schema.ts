import { z } from 'zod';
import { FilmScript } from '../film-script.ts';
import { withoutSafeBounds, mapSchema, type JsonSchema } from './json-schema.ts';

/** Returns the JSON schema of `script.json`, for users who write this file themselves. */
export const filmScriptSchema = (): JsonSchema =>
  mapSchema({ title: 'Script of a film', ...z.toJSONSchema(FilmScript) }, withoutSafeBounds);
