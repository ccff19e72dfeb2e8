export interface ImageReference {
  /** Host of the registry, with its port if it has one. */
  registry: string;
  /** Name in the registry, such as `library/redis`. */
  name: string;
  /** Tag or digest. */
  version: string;
}

const reference = /^(?:(localhost|[^/]*[.:][^/]*)\/)?([^@:]+)(?::([^@]+))?(?:@(.+))?$/;

/**
 * Returns the parts of an image reference, by the rules of Docker: without a registry it is that of Docker Hub, without a
 * version it is `latest`. Undefined if the text is no reference.
 */
export function imageReference(text: string): ImageReference | undefined {
  const match = reference.exec(text);
  if (match === null) return undefined;
  const [, registry = 'docker.io', name = '', tag = 'latest', digest = tag] = match;
  const isOfficial = registry === 'docker.io' && !name.includes('/');
  return { registry, name: isOfficial ? `library/${name}` : name, version: digest };
}
