import type { Note } from '../../domain/notes.ts';
import type { ReferencePicture } from '../../schema/direction.ts';
import type { Loader } from '../../studio/pictures/load.ts';
import { analyseReference } from '../../studio/direction/reference-picture.ts';

const name = 'generation_metadata.reference_layouts';

export interface Reference {
  reference: ReferencePicture | undefined;
  notes: Note[];
}

/**
 * Reads ground, colours and composition of the picture that the request gives as a model. If the picture cannot be read,
 * returns a note for the response instead of throwing an error.
 */
export async function readReference(url: string | undefined, load: Loader): Promise<Reference> {
  if (url === undefined) return { reference: undefined, notes: [] };
  const result = await load({ name, url, role: 'reference', alt: null, mayBeLogo: false, isUnsure: false });
  if (result.kind === 'left-out') return { reference: undefined, notes: [result.note] };
  return { reference: await analyseReference(result.loaded.bytes), notes: [] };
}
