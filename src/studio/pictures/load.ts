import pLimit, { type LimitFunction } from 'p-limit';
import sharp from 'sharp';
import type { Egress } from '../../egress/port.ts';
import type { Picture } from '../brief.ts';
import type { Candidate } from './candidates.ts';
import { decodePicture, isPhotoSized, pictureBytesMax, type Target } from './decode.ts';
import { fetchReason, leftOut, type LeftOut } from './left-out.ts';

const fetchTimeoutMs = 15_000;
/** Files held at once as they came; one of them at a time is decoded. */
const heldMax = 3;

export interface LoadedPicture extends Picture {
  candidate: Candidate;
  wasSvg: boolean;
}

/** Either side may be empty: a picture was loaded, or a note says why not. */
type Load = { kind: 'loaded'; loaded: LoadedPicture } | { kind: 'left-out'; note: LeftOut };

export interface LoadDeps {
  egress: Egress;
  signal: AbortSignal;
  /** Sizes of the ads to be made, in pixels. */
  canvases: Target[];
}

export type Loader = (candidate: Candidate) => Promise<Load>;

/** Fetch, check and shrink pictures: a few at a time on the wire, one at a time in the decoder, so that memory is bounded. */
export function pictureLoader(deps: LoadDeps): Loader {
  // libvips' own cache would keep hostile pictures' pixels around; one thread is enough where one picture is decoded.
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
    return { kind: 'left-out', note: leftOut(candidate, `it is only ${picture.width} by ${picture.height} pixels`) };
  }
  const { role, alt } = candidate;
  return { kind: 'loaded', loaded: { ...picture, role, alt, candidate, wasSvg } };
}

/** The bytes, or why there are none, as a clause. */
async function fetchBytes({ url }: Candidate, { egress, signal }: LoadDeps): Promise<Buffer | string> {
  try {
    const limits = { bytesMax: pictureBytesMax, timeoutMs: fetchTimeoutMs, accept: 'image/*' };
    return (await egress.fetch(url, limits, signal)).bytes;
  } catch (error) {
    return fetchReason(error, url);
  }
}

/** A logo is never larger than a good part of the ad; anything else may fill it to the edges. */
function coversFor({ role }: Candidate, deps: LoadDeps): Target[] {
  return role === 'logo' ? [{ width: logoSide(deps), height: 1 }] : deps.canvases;
}

const logoSide = ({ canvases }: LoadDeps): number =>
  Math.round(0.8 * Math.max(...canvases.map(({ width, height }) => Math.min(width, height))));
