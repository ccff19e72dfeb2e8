import sharp from 'sharp';
import { hostOf } from '../../domain/urls.ts';
import type { BrandKit } from '../../studio/brief.ts';
import type { Note } from '../../domain/notes.ts';
import type { Loader } from '../../studio/pictures/load.ts';

const name = 'generation_metadata.reference_layouts';

export interface Reference {
  prefers: BrandKit['prefers'] | undefined;
  notes: Note[];
}

/**
 * Detects whether the reference layout (a picture that the request gives as a model) is light or dark. Nothing else of
 * the picture is used. If the picture cannot be read, returns a note for the response instead of throwing an error.
 */
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

async function groundOf(bytes: Buffer): Promise<BrandKit['prefers']> {
  const { channels } = await sharp(bytes).flatten({ background: '#ffffff' }).greyscale().stats();
  return (channels[0]?.mean ?? 255) < 110 ? 'dark' : 'light';
}
