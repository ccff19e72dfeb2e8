// Loaded with `node --import`: prints a line for each module of an OpenTelemetry package that is loaded.
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) => {
    const [, name] = /\/node_modules\/(@opentelemetry\/[^/]+)\//.exec(url) ?? [];
    if (name !== undefined) writeSync(2, `loaded ${name}\n`);
    return next(url, context);
  },
});
