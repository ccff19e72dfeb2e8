import type { StoredBrief } from '../../schema/brief-file.ts';
import type { Brief, FontFile, Picture } from '../../studio/brief.ts';

type StoredPicture = StoredBrief['pictures'][number];

export interface PackedBrief {
  brief: StoredBrief;
  /** Pictures and fonts of the brief, one after another. */
  materials: Buffer;
}

/** Separates a brief from its pictures and fonts, which become parts of one file. */
export function packBrief({ kit, pictures, softHyphens = [], speech, clips, ...rest }: Brief): PackedBrief {
  const parts: Buffer[] = [];
  let offset = 0;
  const part = (bytes: Buffer) => {
    parts.push(bytes);
    const place = { offset, bytes: bytes.length };
    offset += bytes.length;
    return place;
  };
  const picture = ({ bytes, mask, ...facts }: Picture): StoredPicture => ({
    ...facts,
    part: part(bytes),
    ...(mask !== undefined && { mask: part(mask) }),
  });
  const brief: StoredBrief = {
    ...rest,
    softHyphens: [...softHyphens],
    kit: {
      ...kit,
      families: kit.families === undefined ? undefined : [...kit.families],
      fonts: kit.fonts.map(({ family, bytes }) => ({ family, part: part(bytes) })),
      logo: kit.logo && picture(kit.logo),
    },
    pictures: pictures.map(picture),
    ...(speech !== undefined && {
      speech: {
        voice: speech.voice,
        sentences: speech.sentences.map(({ samples, ...facts }) => ({ ...facts, part: part(samples) })),
      },
    }),
    ...(clips !== undefined && {
      clips: clips.map(({ bytes, still, ...facts }) => ({ ...facts, part: part(bytes), still: picture(still) })),
    }),
  };
  return { brief, materials: Buffer.concat(parts) };
}

/**
 * Returns a brief with its pictures and fonts, which are views into `materials`. Throws if the materials are shorter
 * than the brief says.
 */
export function unpackBrief({
  brief: { kit, pictures, softHyphens = [], speech, clips, ...rest },
  materials,
}: PackedBrief): Brief {
  const bytesOf = ({ offset, bytes }: StoredPicture['part']): Buffer => {
    if (offset + bytes > materials.length) throw new Error('The materials of the brief are incomplete.');
    return materials.subarray(offset, offset + bytes);
  };
  const picture = ({ part, mask, ...facts }: StoredPicture): Picture => ({
    ...facts,
    bytes: bytesOf(part),
    ...(mask !== undefined && { mask: bytesOf(mask) }),
  });
  const { families, ...others } = kit;
  return {
    ...rest,
    softHyphens,
    kit: {
      ...others,
      ...(families !== undefined && { families }),
      fonts: kit.fonts.map(({ family, part }): FontFile => ({ family, bytes: bytesOf(part) })),
      logo: kit.logo && picture(kit.logo),
    },
    pictures: pictures.map(picture),
    ...(speech !== undefined && {
      speech: {
        voice: speech.voice,
        sentences: speech.sentences.map(({ part, ...facts }) => ({ ...facts, samples: bytesOf(part) })),
      },
    }),
    ...(clips !== undefined && {
      clips: clips.map(({ part, still, ...facts }) => ({ ...facts, bytes: bytesOf(part), still: picture(still) })),
    }),
  };
}
