import type { RequestListener } from 'node:http';

const pagePolicy = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'", "media-src 'self'"],
  ...["connect-src 'self'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"],
].join('; ');

/**
 * Sets the headers that protect every page. A response may replace the policy by a stricter one. The referrer policy is
 * `same-origin`, because with `no-referrer` a browser sends forms with `Origin: null`.
 */
export function withSecurityHeaders(listener: RequestListener): RequestListener {
  return (request, response) => {
    response.setHeader('Content-Security-Policy', pagePolicy);
    response.setHeader('Referrer-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    response.setHeader('X-Frame-Options', 'DENY');
    listener(request, response);
  };
}
