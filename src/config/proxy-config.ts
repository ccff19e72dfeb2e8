/**
 * Proxies from the environment variables that most programs use, such as `HTTPS_PROXY`. If `http`
 * or `https` is empty, requests with this scheme need no proxy.
 */
export interface ProxySettings {
  http: string;
  https: string;
  none: string;
}

/**
 * Reads the proxy variables. As in Go and kubectl, a variable in capitals takes precedence over the same variable in
 * lower case.
 */
export function readProxySettings(env: NodeJS.ProcessEnv = process.env): ProxySettings {
  const read = (name: string): string => [env[name], env[name.toLowerCase()]].find(Boolean) ?? '';
  return { http: read('HTTP_PROXY'), https: read('HTTPS_PROXY'), none: read('NO_PROXY') };
}
