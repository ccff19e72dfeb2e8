import { createHash } from 'node:crypto';
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
import type { FileAccess } from '../stages/contract.ts';
import { isArtifactKey, keySegments, prefixSegments } from './artifact-key.ts';
import { FileTooLarge, type ArtifactInfo, type ArtifactStore, type ByteRange } from './port.ts';
import { isBeyondEnd, isNoObject, s3Failure } from './s3-failure.ts';

export interface S3ArtifactsOptions {
  bucket: string;
  /** Folders within the bucket that hold all that is ours, such as `ads/prod`; blank for the bucket itself. */
  prefix: string;
  region: string;
  /** Of an S3-compatible store; AWS itself where there is none. */
  endpoint?: string | undefined;
  /** `<endpoint>/<bucket>` instead of `<bucket>.<endpoint>`. */
  forcePathStyle: boolean;
}

interface FoundObject {
  body: Readable;
  bytes: number;
}

const connectionTimeoutMs = 5_000;
/** Until the answer begins. */
const answerTimeoutMs = 30_000;
/** Without a byte either way; a client that plays a video may let it wait. */
const idleTimeoutMs = 120_000;
/** Files that are handed on to slow clients hold a connection each, and must not keep others from asking. */
const connectionsMax = 1_000;

/**
 * Artifacts as objects of one bucket, below one prefix. Credentials come by the SDK's own chain.
 *
 * Guarantee: no error says who signed, or a signature. Nothing but this file loads the SDK.
 */
export class S3Artifacts implements ArtifactStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  /** Blank, or with a slash at its end. */
  readonly #prefix: string;

  constructor({ bucket, prefix, region, endpoint, forcePathStyle }: S3ArtifactsOptions) {
    this.#bucket = bucket;
    this.#prefix = folderOf(prefix);
    const agent = { keepAlive: true, maxSockets: connectionsMax };
    this.#client = new S3Client({
      region,
      forcePathStyle,
      ...(endpoint !== undefined && { endpoint }),
      // Unasked, the SDK signs checksums that other stores do not know, and that a stage's plain PUT would not send.
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
   * Throws a sentence where the bucket cannot be used: it is not there, the endpoint is not, or the credentials may not
   * list it. Without the right to list, S3 says of a missing object that it is forbidden.
   */
  async check(): Promise<void> {
    const command = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix, MaxKeys: 1 });
    await this.#asking('cannot be listed', () => this.#client.send(command));
  }

  /** Lets go of idle connections. */
  close(): void {
    this.#client.destroy();
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const command = new PutObjectCommand({ ...this.#object(key), Body: bytes });
    await this.#asking(`did not take ${key}`, () => this.#client.send(command));
  }

  async get(key: string, bytesMax: number): Promise<Buffer | undefined> {
    const found = await this.#find(key);
    if (found === undefined) return undefined;
    const { body, bytes } = found;
    if (bytes <= bytesMax) return this.#asking(`did not give all of ${key}`, () => buffer(body));
    body.destroy();
    throw new FileTooLarge(bytes, bytesMax);
  }

  async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    return (await this.#find(key, range))?.body;
  }

  async stat(key: string): Promise<ArtifactInfo | undefined> {
    const command = new HeadObjectCommand(this.#object(key));
    const head = await this.#asking(`did not tell of ${key}`, () => this.#unlessMissing(this.#client.send(command)));
    return head && infoOf(key, head.ContentLength, head.LastModified);
  }

  async list(prefix: string): Promise<ArtifactInfo[]> {
    const infos: ArtifactInfo[] = [];
    for await (const info of this.walk(prefix)) infos.push(info);
    return infos;
  }

  /** One request for each thousand keys. */
  async *walk(prefix: string): AsyncGenerator<ArtifactInfo, void, undefined> {
    for await (const page of this.#pagesBelow(prefix)) {
      for (const { Key = '', Size, LastModified } of page) {
        const key = Key.slice(this.#prefix.length);
        if (isArtifactKey(key)) yield infoOf(key, Size, LastModified);
      }
    }
  }

  async deleteFile(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.#object(key));
    await this.#asking(`did not delete ${key}`, () => this.#client.send(command));
  }

  async deleteTree(prefix: string): Promise<void> {
    for await (const page of this.#pagesBelow(prefix)) {
      if (page.length > 0) await this.#deleteAll(page.map(({ Key }) => ({ Key })));
    }
  }

  /** Signed here, without asking the store. Throws for a lifetime over seven days. */
  async access(
    key: string,
    mode: 'read' | 'write',
    lifetimeSeconds: number,
  ): Promise<Extract<FileAccess, { kind: 'url' }>> {
    const object = this.#object(key);
    const command = mode === 'read' ? new GetObjectCommand(object) : new PutObjectCommand(object);
    const expiresIn = Math.ceil(lifetimeSeconds);
    const url = await this.#asking(`cannot be opened to a stage`, () =>
      getSignedUrl(this.#client, command, { expiresIn }),
    );
    return { kind: 'url', url };
  }

  async #find(key: string, range?: ByteRange): Promise<FoundObject | undefined> {
    const command = new GetObjectCommand({
      ...this.#object(key),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    });
    return this.#asking(`did not give ${key}`, async () => {
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
    const below = `${this.#prefix}${prefixSegments(prefix).join('/')}/`;
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix: below });
    for (;;) {
      const next = await this.#asking('cannot be listed', () => pages.next());
      if (next.done === true) return;
      yield next.value.Contents ?? [];
    }
  }

  async #deleteAll(objects: { Key: string | undefined }[]): Promise<void> {
    const command = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects: objects, Quiet: true } });
    // Many stores other than AWS refuse this one request without it, and the SDK no longer sends it.
    command.middlewareStack.add(
      (next) => (call) => {
        if (isRequest(call.request)) addContentMd5(call.request);
        return next(call);
      },
      { step: 'build', priority: 'low' },
    );
    const { Errors: [failed] = [] } = await this.#asking('did not delete', () => this.#client.send(command));
    if (failed === undefined) return;
    throw this.#failure('did not delete all', { name: failed.Code, message: failed.Message });
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + keySegments(key).join('/') };
  }

  async #unlessMissing<T>(asking: Promise<T>): Promise<T | undefined> {
    try {
      return await asking;
    } catch (error) {
      if (isNoObject(error)) return undefined;
      throw error;
    }
  }

  async #asking<T>(what: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw this.#failure(what, error);
    }
  }

  #failure(what: string, error: unknown): Error {
    return s3Failure(`The bucket ${this.#bucket} ${what}`, error);
  }
}

function folderOf(prefix: string): string {
  const folders = prefix.replace(/\/$/, '');
  if (folders === '') return '';
  if (isArtifactKey(folders)) return `${folders}/`;
  throw new Error(`The prefix "${prefix}" is not folders of a bucket, such as ads/prod.`);
}

function infoOf(key: string, bytes: number | undefined, lastModified: Date | undefined): ArtifactInfo {
  return { key, bytes: bytes ?? 0, lastModified: lastModified ?? new Date(0) };
}

function foundObject(body: unknown, bytes: number | undefined): FoundObject {
  if (body instanceof Readable && bytes !== undefined) return { body, bytes };
  throw new Error('The answer has no body of a known length.');
}

function isRequest(request: unknown): request is { headers: Record<string, string>; body: string | Uint8Array } {
  return typeof request === 'object' && request !== null && 'headers' in request && 'body' in request;
}

/** In place of the checksum that the SDK has set: a request has one. */
function addContentMd5({ headers, body }: { headers: Record<string, string>; body: string | Uint8Array }): void {
  for (const name of Object.keys(headers))
    if (/^x-amz-(sdk-)?checksum-/.test(name)) Reflect.deleteProperty(headers, name);
  headers['content-md5'] = createHash('md5').update(body).digest('base64');
}
