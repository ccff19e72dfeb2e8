/** Proxies that the environment names for all programs. */
export interface ProxySettings {
  /** Proxy for `http:` URLs; empty without one. */
  http: string;
  /** Proxy for `https:` URLs; empty without one. */
  https: string;
  /** Hosts that are requested without a proxy, separated by commas. */
  none: string;
}

/** Reads the variables of proxies. As in Go and kubectl, the one in capitals takes precedence. */
export function readProxySettings(env: NodeJS.ProcessEnv = process.env): ProxySettings {
  const read = (name: string): string => [env[name], env[name.toLowerCase()]].find(Boolean) ?? '';
  return { http: read('HTTP_PROXY'), https: read('HTTPS_PROXY'), none: read('NO_PROXY') };
}
