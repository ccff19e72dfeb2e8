import { readFileSync } from 'node:fs';
import tls from 'node:tls';

/**
 * Makes this process trust the certificate authorities of a PEM file, in addition to those that Node.js trusts. TLS
 * connections with their own list of authorities are not affected. Returns the text of the file, or undefined without a
 * file. Throws if the file cannot be read or contains no valid certificate.
 */
export function trustAuthorities(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const text = readFileSync(file, 'utf8');
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...certificatesOf(text)]);
  return text;
}

function certificatesOf(text: string): string[] {
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) throw new Error('the file contains no PEM certificate');
  return certificates;
}
