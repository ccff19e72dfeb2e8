import type { ProxySettings } from '../egress/settings.ts';

/**
 * Reads the proxy variables. As in Go and kubectl, a variable in capitals takes precedence over the same variable in
 * lower case.
 */
export function readProxySettings(env: NodeJS.ProcessEnv = process.env): ProxySettings {
  const read = (name: string): string => [env[name], env[name.toLowerCase()]].find(Boolean) ?? '';
  return { http: read('HTTP_PROXY'), https: read('HTTPS_PROXY'), none: read('NO_PROXY') };
}
