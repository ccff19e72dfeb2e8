/** Settings for outgoing connections to hosts that users name: web pages, pictures and receivers of callbacks. */
export interface EgressSettings {
  /** Hosts and address ranges that are allowed, separated by commas. */
  allow: string;
  /** Hosts and address ranges that are denied, separated by commas. */
  deny: string;
  /** URL of the HTTP proxy. If absent, connections are direct. */
  proxy: string | undefined;
  /** Absolute path of a file with the credentials of the proxy as `user:password`. */
  proxyCredentialsFile: string | undefined;
}

/**
 * Proxies from the environment variables that most programs use, such as `HTTPS_PROXY`. If `http`
 * or `https` is empty, requests with this scheme need no proxy.
 */
export interface ProxySettings {
  http: string;
  https: string;
  none: string;
}
