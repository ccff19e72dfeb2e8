import pLimit, { type LimitFunction } from 'p-limit';
import sharp from 'sharp';
import type { Egress } from '../../egress/port.ts';
import type { Picture } from '../brief.ts';
import type { Candidate } from './candidates.ts';
import { decodePicture, isPhotoSized, pictureBytesMax } from './decode.ts';
import type { Target } from './decode-raster.ts';
import { pictureOfDataUrl } from './picture-data-url.ts';
import { leftOut, type LeftOut } from '../../domain/notes.ts';
import { fetchReason } from '../../egress/fetch-reason.ts';

const fetchTimeoutMs = 15_000;
/** Maximum number of fetched pictures that are in memory at the same time. Only one picture at a time is decoded. */
const heldMax = 3;

export interface LoadedPicture extends Picture {
  candidate: Candidate;
  wasSvg: boolean;
}

type Load = { kind: 'loaded'; loaded: LoadedPicture } | { kind: 'left-out'; note: LeftOut };

export interface LoadDeps {
  egress: Egress;
  signal: AbortSignal;
  canvases: Target[];
}

export type Loader = (candidate: Candidate) => Promise<Load>;

export function pictureLoader(deps: LoadDeps): Loader {
  // Disables the cache of libvips, which would keep the pixels of hostile pictures in memory.
  sharp.cache(false);
  const held = pLimit(heldMax);
  const decoding = pLimit(1);
  return (candidate) => held(() => load(candidate, deps, decoding));
}

async function load(candidate: Candidate, deps: LoadDeps, decoding: LimitFunction): Promise<Load> {
  const fetched = await fetchBytes(candidate, deps);
  if (typeof fetched === 'string') return { kind: 'left-out', note: leftOut(candidate, fetched) };
  const decoded = await decoding(() =>
    decodePicture(fetched, {
      mayBeSvg: candidate.mayBeLogo,
      covers: coversFor(candidate, deps),
      logoSidePx: logoSide(deps),
    }),
  );
  if (decoded.kind === 'refused') return { kind: 'left-out', note: leftOut(candidate, decoded.reason) };
  const { picture, wasSvg } = decoded;
  if (!candidate.mayBeLogo && !isPhotoSized(picture)) {
    return {
      kind: 'left-out',
      note: leftOut(candidate, `the picture is only ${picture.width} by ${picture.height} pixels`),
    };
  }
  const { role, alt } = candidate;
  return { kind: 'loaded', loaded: { ...picture, role, alt, candidate, wasSvg } };
}

/** Fetches a picture. A logo that was drawn in a page is in its data URL, so nothing is fetched. */
async function fetchBytes({ url }: Candidate, { egress, signal }: LoadDeps): Promise<Buffer | string> {
  const drawn = pictureOfDataUrl(url);
  if (drawn !== undefined) return drawn;
  try {
    const limits = { bytesMax: pictureBytesMax, timeoutMs: fetchTimeoutMs, accept: 'image/*' };
    return (await egress.fetch(url, limits, signal)).bytes;
  } catch (error) {
    return fetchReason(error, url);
  }
}

function coversFor({ role }: Candidate, deps: LoadDeps): Target[] {
  return role === 'logo' ? [{ width: logoSide(deps), height: 1 }] : deps.canvases;
}

const logoSide = ({ canvases }: LoadDeps): number =>
  Math.round(0.8 * Math.max(...canvases.map(({ width, height }) => Math.min(width, height))));
