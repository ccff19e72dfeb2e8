import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readJson } from '../../src/domain/json-text.ts';
import type { Egress } from '../../src/egress/port.ts';
import { sha256 } from '../../src/files/sha256.ts';
import { folderEgress } from '../eval-brands/folder-egress.ts';

/** A request with the pictures that it names. */
export interface GivenRequest {
  name: string;
  type: 'image_ad' | 'video_ad';
  /** Body as a client sends it. Pictures in the folder have URLs of a made-up host, which `egress` serves. */
  body: Record<string, unknown>;
  egress: Egress;
  /** Folder of the network that finds subjects. Default: none is used. */
  cutoutDir?: string;
  /** Id of the job, which is the seed of the ad. The same name always gives the same id. */
  jobId: string;
}

const host = 'https://given.example/';

/**
 * Reads the requests in the folders of `root`, or in `root` itself. Each folder has `request.json`: the body of a
 * request in which `file:NAME` is a picture next to it. `names` are parts of the names of the wanted requests; an empty
 * list takes all.
 */
export function givenRequests(root: string, names: readonly string[] = []): GivenRequest[] {
  const isOne = existsSync(join(root, requestFile));
  const folders = isOne ? [root] : subfolders(root);
  return folders
    .filter((folder) => names.length === 0 || names.some((part) => basename(folder).includes(part)))
    .map(readRequest);
}

const requestFile = 'request.json';

const subfolders = (root: string): string[] =>
  readdirSync(root)
    .sort()
    .map((name) => join(root, name))
    .filter((folder) => existsSync(join(folder, requestFile)));

function readRequest(folder: string): GivenRequest {
  const name = basename(folder);
  const body = hosted(readJson(readFileSync(join(folder, requestFile), 'utf8')));
  if (!isRecord(body)) throw new Error(`${folder}: ${requestFile} is not an object.`);
  const type = 'brand_metadata' in body ? 'video_ad' : 'image_ad';
  return { name, type, body, egress: folderEgress(folder, host), jobId: jobIdOf(name), cutoutDir };
}

/** Folder of the network that finds the subjects of pictures. */
export const cutoutDir = resolve(process.env['ADWRIGHT_CUTOUT_DIR'] ?? 'cutout');

/** Returns an id in the form of a UUID of version 7. */
export function jobIdOf(name: string): string {
  const hex = sha256(Buffer.from(name));
  return `0190f5a0-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}

/** Replaces each `file:NAME` by a URL of the made-up host. */
function hosted(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^file:/, host);
  if (Array.isArray(value)) return value.map(hosted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hosted(each)]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
