import sharp from 'sharp';
import { hostOf } from '../../domain/urls.ts';
import type { BrandKit } from '../../studio/brief.ts';
import type { Note } from '../../domain/notes.ts';
import type { Loader } from '../../studio/pictures/load.ts';

const name = 'generation_metadata.reference_layouts';

export interface Reference {
  /** Theme of the reference layout: light or dark. Undefined if there is no readable reference. */
  prefers: BrandKit['prefers'] | undefined;
  notes: Note[];
}

/** Reads whether a reference layout is light or dark. The studio uses nothing else of the reference. Never fails. */
export async function readReference(url: string | undefined, load: Loader): Promise<Reference> {
  if (url === undefined) return { prefers: undefined, notes: [] };
  const result = await load({ name, url, role: 'reference', alt: null, mayBeLogo: false, isUnsure: false });
  if (result.kind === 'left-out') return { prefers: undefined, notes: [result.note] };
  const prefers = await groundOf(result.loaded.bytes);
  return {
    prefers,
    notes: [`Only the ${prefers} background of ${name} at ${hostOf(url)} is used, not its layout.`],
  };
}

/** Returns whether a picture is light or dark, by its mean luma (brightness). */
async function groundOf(bytes: Buffer): Promise<BrandKit['prefers']> {
  const { channels } = await sharp(bytes).flatten({ background: '#ffffff' }).greyscale().stats();
  return (channels[0]?.mean ?? 255) < 110 ? 'dark' : 'light';
}
