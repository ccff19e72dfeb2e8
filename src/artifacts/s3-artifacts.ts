import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { proxyOf } from '../egress/proxy.ts';
import type { ProxySettings } from '../egress/settings.ts';
import type { FileAccess } from '../schema/stage-contract.ts';
import { isArtifactKey, isSegment, keySegments, prefixSegments } from './artifact-key.ts';
import { FileTooLarge, type ArtifactInfo, type ArtifactStore, type ByteRange } from './port.ts';
import { isBeyondEnd, isNoObject, isNotAbsent, isNotImplemented, s3Failure } from './s3-failure.ts';

export interface S3ArtifactsOptions {
  bucket: string;
  /**
   * Folder within the bucket for the files of jobs, such as `ads/prod`. If blank, the files are at the top of the
   * bucket.
   */
  prefix: string;
  region: string;
  /** Endpoint of an S3-compatible store. If absent, AWS is used. */
  endpoint?: string | undefined;
  /** True if URLs of the store have the form `<endpoint>/<bucket>` instead of `<bucket>.<endpoint>`. */
  forcePathStyle: boolean;
  /** Proxies for requests to the S3 store. */
  proxies: ProxySettings;
}

interface FoundObject {
  body: Readable;
  bytes: number;
}

const connectionTimeoutMs = 5_000;
const answerTimeoutMs = 30_000;
/**
 * Time limit in milliseconds for a transfer during which no byte arrives. It is long, because a client that plays a
 * video may pause its download.
 */
const idleTimeoutMs = 120_000;
/**
 * Maximum number of connections to the S3 store. It is high, because a download by a slow client occupies a connection
 * and must not block other requests.
 */
const connectionsMax = 1_000;

/**
 * Store of the files of jobs as objects in an S3 bucket, below one prefix. The AWS SDK finds the credentials by its
 * default rules.
 *
 * Guarantee: no error contains a signature or an access key id. Only this source file loads the SDK.
 */
export class S3Artifacts implements ArtifactStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(options: S3ArtifactsOptions) {
    const { bucket, prefix, region, endpoint, forcePathStyle, proxies } = options;
    this.#bucket = bucket;
    this.#prefix = folderOf(prefix);
    const proxy = proxyOf(serverOf(options), proxies);
    const proxyEnv = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
    const agent = { keepAlive: true, maxSockets: connectionsMax, ...(proxy !== undefined && { proxyEnv }) };
    this.#client = new S3Client({
      region,
      forcePathStyle,
      ...(endpoint !== undefined && { endpoint }),
      // These options turn off checksums that the AWS SDK signs by default. Other S3 stores do not support these
      // checksums, and a stage, which writes its files with a plain PUT, does not send them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: connectionTimeoutMs,
        requestTimeout: answerTimeoutMs,
        throwOnRequestTimeout: true,
        socketTimeout: idleTimeoutMs,
        httpAgent: agent,
        httpsAgent: agent,
      },
    });
  }

  /**
   * Checks that the bucket and the endpoint exist and that the credentials permit listing. Throws an error with a
   * readable message otherwise. Listing is required because without this permission, S3 reports a missing object as
   * forbidden.
   */
  async check(): Promise<void> {
    const command = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix, MaxKeys: 1 });
    await this.#sending('list', () => this.#client.send(command));
  }

  close(): void {
    this.#client.destroy();
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const command = new PutObjectCommand({ ...this.#object(key), Body: bytes });
    await this.#sending(`write ${key} to`, () => this.#client.send(command));
  }

  /**
   * Uses a conditional write (`If-None-Match: *`). If the store does not support conditional writes (status 501),
   * checks whether the key exists, and then writes without a condition. Throws if another conditional write of the key
   * is in progress (status 409).
   */
  async putIfAbsent(key: string, bytes: Buffer): Promise<boolean> {
    const command = new PutObjectCommand({ ...this.#object(key), Body: bytes, IfNoneMatch: '*' });
    const outcome = await this.#sending(`write ${key} to`, async () => {
      try {
        await this.#client.send(command);
        return 'written';
      } catch (error) {
        if (isNotAbsent(error)) return 'exists';
        if (isNotImplemented(error)) return 'unsupported';
        throw error;
      }
    });
    if (outcome !== 'unsupported') return outcome === 'written';
    if ((await this.stat(key)) !== undefined) return false;
    await this.put(key, bytes);
    return true;
  }

  async get(key: string, bytesMax: number): Promise<Buffer | undefined> {
    const found = await this.#find(key);
    if (found === undefined) return undefined;
    const { body, bytes } = found;
    if (bytes <= bytesMax) return this.#sending(`read all of ${key} from`, () => buffer(body));
    body.destroy();
    throw new FileTooLarge(bytes, bytesMax);
  }

  async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    return (await this.#find(key, range))?.body;
  }

  async stat(key: string): Promise<ArtifactInfo | undefined> {
    const command = new HeadObjectCommand(this.#object(key));
    const head = await this.#sending(`read the metadata of ${key} from`, () =>
      this.#unlessMissing(this.#client.send(command)),
    );
    return head && infoOf(key, head.ContentLength, head.LastModified);
  }

  async list(prefix: string): Promise<ArtifactInfo[]> {
    const infos: ArtifactInfo[] = [];
    for await (const info of this.walk(prefix)) infos.push(info);
    return infos;
  }

  async *walk(prefix: string): AsyncGenerator<ArtifactInfo, void, undefined> {
    for await (const page of this.#pagesBelow(prefix)) {
      for (const { Key = '', Size, LastModified } of page) {
        const key = Key.slice(this.#prefix.length);
        if (isArtifactKey(key)) yield infoOf(key, Size, LastModified);
      }
    }
  }

  async listNames(prefix: string): Promise<{ files: string[]; folders: string[] }> {
    const [files, folders]: [string[], string[]] = [[], []];
    const begin = this.#prefix.length + prefix.length;
    for await (const { Contents = [], CommonPrefixes = [] } of this.#pages(prefix, { Delimiter: '/' })) {
      for (const { Key = '' } of Contents) files.push(Key.slice(begin));
      for (const { Prefix = '' } of CommonPrefixes) folders.push(Prefix.slice(begin, -1));
    }
    return { files: files.filter(isSegment), folders: folders.filter(isSegment) };
  }

  async deleteFile(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.#object(key));
    await this.#sending(`delete ${key} from`, () => this.#client.send(command));
  }

  async deleteTree(prefix: string): Promise<void> {
    for await (const page of this.#pagesBelow(prefix)) {
      if (page.length > 0) await this.#deleteAll(page.map(({ Key }) => ({ Key })));
    }
  }

  /** Does nothing, because the store keeps nothing of an interrupted upload. */
  deleteUnfinished(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Returns a presigned URL for a file. The URL is computed locally, without a request. Throws for a lifetime of more
   * than seven days.
   */
  async access(
    key: string,
    mode: 'read' | 'write',
    lifetimeSeconds: number,
  ): Promise<Extract<FileAccess, { kind: 'url' }>> {
    const object = this.#object(key);
    const command = mode === 'read' ? new GetObjectCommand(object) : new PutObjectCommand(object);
    const expiresIn = Math.ceil(lifetimeSeconds);
    const url = await this.#sending('sign a URL for', () => getSignedUrl(this.#client, command, { expiresIn }));
    return { kind: 'url', url };
  }

  async #find(key: string, range?: ByteRange): Promise<FoundObject | undefined> {
    const command = new GetObjectCommand({
      ...this.#object(key),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    });
    return this.#sending(`read ${key} from`, async () => {
      try {
        const found = await this.#unlessMissing(this.#client.send(command));
        return found && foundObject(found.Body, found.ContentLength);
      } catch (error) {
        if (isBeyondEnd(error)) return { body: Readable.from([]), bytes: 0 };
        throw error;
      }
    });
  }

  async *#pagesBelow(prefix: string) {
    for await (const { Contents = [] } of this.#pages(prefix)) yield Contents;
  }

  async *#pages(prefix: string, options: { Delimiter?: string } = {}) {
    const below = `${this.#prefix}${prefixSegments(prefix).join('/')}/`;
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix: below, ...options });
    for (;;) {
      const next = await this.#sending('list', () => pages.next());
      if (next.done === true) return;
      yield next.value;
    }
  }

  async #deleteAll(objects: { Key: string | undefined }[]): Promise<void> {
    const command = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects: objects, Quiet: true } });
    // Many S3 stores other than AWS require the header Content-MD5 for a request that deletes several objects. The AWS
    // SDK no longer sends this header.
    command.middlewareStack.add(
      (next) => (call) => {
        if (isRequest(call.request)) addContentMd5(call.request);
        return next(call);
      },
      { step: 'build', priority: 'low' },
    );
    const { Errors: [failed] = [] } = await this.#sending('delete objects from', () => this.#client.send(command));
    if (failed === undefined) return;
    throw this.#failure('delete all objects from', { name: failed.Code, message: failed.Message });
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + keySegments(key).join('/') };
  }

  async #unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
    try {
      return await request;
    } catch (error) {
      if (isNoObject(error)) return undefined;
      throw error;
    }
  }

  async #sending<T>(action: string, send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      throw this.#failure(action, error);
    }
  }

  #failure(action: string, error: unknown): Error {
    return s3Failure(`Failed to ${action} bucket ${this.#bucket}`, error);
  }
}

function folderOf(prefix: string): string {
  const folders = prefix.replace(/\/$/, '');
  if (folders === '') return '';
  if (isArtifactKey(folders)) return `${folders}/`;
  throw new Error(`The prefix "${prefix}" must be folders separated by slashes, such as ads/prod.`);
}

/**
 * Returns the URL of the server that gets the requests for a bucket. This program, and not Node.js, compares the URL
 * with `NO_PROXY`, because the proxy support of Node.js does not know address ranges in CIDR notation.
 */
function serverOf({ bucket, region, endpoint, forcePathStyle }: S3ArtifactsOptions): URL {
  const server = new URL(endpoint ?? `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`);
  if (!forcePathStyle && isIP(server.hostname.replace(/^\[|\]$/g, '')) === 0)
    server.hostname = `${bucket}.${server.hostname}`;
  return server;
}

function infoOf(key: string, bytes: number | undefined, lastModified: Date | undefined): ArtifactInfo {
  return { key, bytes: bytes ?? 0, lastModified: lastModified ?? new Date(0) };
}

function foundObject(body: unknown, bytes: number | undefined): FoundObject {
  if (body instanceof Readable && bytes !== undefined) return { body, bytes };
  throw new Error('The response of the S3 store has no body or no content length.');
}

function isRequest(request: unknown): request is { headers: Record<string, string>; body: string | Uint8Array } {
  return typeof request === 'object' && request !== null && 'headers' in request && 'body' in request;
}

/**
 * Adds the header Content-MD5, which every S3-compatible store understands, and removes the newer checksum headers of
 * the AWS SDK, because a request may have only one checksum.
 */
function addContentMd5({ headers, body }: { headers: Record<string, string>; body: string | Uint8Array }): void {
  for (const name of Object.keys(headers))
    if (/^x-amz-(sdk-)?checksum-/.test(name)) Reflect.deleteProperty(headers, name);
  headers['content-md5'] = createHash('md5').update(body).digest('base64');
}
