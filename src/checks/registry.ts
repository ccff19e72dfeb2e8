import { z } from 'zod';
import { failed, ok, reasonOf, warning, type Finding } from './finding.ts';
import { imageReference, type ImageReference } from './image-reference.ts';

interface RegistryCheckOptions {
  fetch: typeof fetch;
  /** Credentials by the host of the registry, each in base64, as in a Docker configuration. */
  credentials: ReadonlyMap<string, string>;
}

const manifests = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const Token = z.object({ token: z.string().optional(), access_token: z.string().optional() });
const timeoutMs = 10_000;

/** Asks the registries for the manifests of images, without pulling them. */
export async function checkImages(images: readonly string[], options: RegistryCheckOptions): Promise<Finding[]> {
  if (images.length === 0)
    return [warning('No image was checked. Name those of your values: --image REGISTRY/adwright:TAG.')];
  return Promise.all(images.map((image) => checkImage(image, options)));
}

async function checkImage(image: string, options: RegistryCheckOptions): Promise<Finding> {
  if (image.startsWith('localhost/'))
    return warning(`${image} is in no registry. Copy it to every node, or push it and set global.imageRegistry.`);
  const reference = imageReference(image);
  if (reference === undefined) return failed(`"${image}" is no reference of an image, such as REGISTRY/adwright:TAG.`);
  try {
    return explained(image, reference, await head(reference, options));
  } catch (error) {
    return failed(`The registry of ${image} cannot be reached from here: ${reasonOf(error)}.`);
  }
}

function explained(image: string, { registry }: ImageReference, status: number): Finding {
  if (status === 200) return ok(`${image} can be pulled.`);
  if (status === 404) return failed(`${image} is not in its registry. Push it, or correct the name and the tag.`);
  if (status === 401 || status === 403)
    return failed(
      `The registry ${registry} refuses to show ${image}. Give credentials with --docker-config, and to the pods with imagePullSecrets.`,
    );
  return failed(`The registry ${registry} answered ${status} for ${image}. Try again later.`);
}

/** Returns the status with which the registry answers for the manifest of an image. */
async function head(reference: ImageReference, options: RegistryCheckOptions): Promise<number> {
  const { registry, name, version } = reference;
  const host = registry === 'docker.io' ? 'registry-1.docker.io' : registry;
  const url = `${isLocal(registry) ? 'http' : 'https'}://${host}/v2/${name}/manifests/${version}`;
  const first = await request(url, undefined, options);
  if (first.status !== 401) return first.status;
  const authorization = await authorizationFor(first.headers.get('www-authenticate') ?? '', registry, options);
  return authorization === undefined ? first.status : (await request(url, authorization, options)).status;
}

function isLocal(host: string): boolean {
  return /^(localhost|127\.0\.0\.1)(:|$)/.test(host);
}

function request(url: string, authorization: string | undefined, { fetch: send }: RegistryCheckOptions) {
  const headers = { Accept: manifests, ...(authorization !== undefined && { Authorization: authorization }) };
  return send(url, { method: 'HEAD', headers, signal: AbortSignal.timeout(timeoutMs) });
}

/**
 * Returns the header Authorization for a challenge of a registry, or undefined without credentials that it accepts.
 * Credentials are never sent without TLS, except to this machine.
 */
async function authorizationFor(
  challenge: string,
  registry: string,
  { fetch: send, credentials }: RegistryCheckOptions,
): Promise<string | undefined> {
  const known = credentials.get(registry);
  const basic = known === undefined ? undefined : `Basic ${known}`;
  if (!/^bearer /i.test(challenge)) return basic;
  const realm = realmOf(challenge);
  if (realm.protocol !== 'https:' && !isLocal(realm.host)) return undefined;
  const answer = await send(realm, {
    headers: basic === undefined ? {} : { Authorization: basic },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) return undefined;
  const { token, access_token: accessToken } = Token.parse(await answer.json());
  return `Bearer ${token ?? accessToken ?? ''}`;
}

/** Returns the URL that gives the token that a challenge asks for. */
function realmOf(challenge: string): URL {
  const fields = new Map([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
  const realm = new URL(fields.get('realm') ?? '');
  for (const field of ['service', 'scope']) realm.searchParams.set(field, fields.get(field) ?? '');
  return realm;
}
