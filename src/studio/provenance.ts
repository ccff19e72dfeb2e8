import { crc32 } from 'node:zlib';

const terms = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/**
 * Returns the IPTC digital source type of an ad. No trained model makes all of an ad, so `trainedAlgorithmicMedia` does
 * not apply. An ad with a part that a trained model made is `compositeSynthetic` ("composite including generative AI
 * elements"). Another ad with given pictures is a `composite`, although a model may have made these pictures; an ad
 * without pictures is `algorithmicMedia`.
 */
export function studioSourceType({
  hasPictures,
  isSynthetic,
}: {
  hasPictures: boolean;
  /** True if a trained model made a part of the ad: a voice, a text, a picture. */
  isSynthetic: boolean;
}): string {
  if (isSynthetic) return `${terms}compositeSynthetic`;
  return `${terms}${hasPictures ? 'composite' : 'algorithmicMedia'}`;
}

export interface Provenance {
  generator: string;
  jobId: string;
  digitalSourceType: string;
}

/** Offset in a PNG file, in bytes, after the signature (8 bytes) and the first chunk (IHDR, always 25 bytes). */
const afterHeader = 8 + 25;

/**
 * Returns the PNG with its provenance as XMP metadata, in the type of PNG chunk that the XMP specification requires
 * (part 3, 1.1.5). The pixels are unchanged.
 */
export function markProvenance(png: Buffer, provenance: Provenance): Buffer {
  // Start of the PNG chunk with the metadata: keyword, null byte, compression flag and method, empty language, empty
  // translated keyword.
  const keyword = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1');
  const chunk = pngChunk('iTXt', Buffer.concat([keyword, Buffer.from(xmp(provenance))]));
  return Buffer.concat([png.subarray(0, afterHeader), chunk, png.subarray(afterHeader)]);
}

/** Identifies XMP in an MP4 file (XMP specification, part 3). */
const xmpUuid = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/**
 * Returns the MP4 file with its provenance as XMP metadata in a box after all other boxes, so that no offset in the file
 * changes.
 */
export function markVideoProvenance(mp4: Buffer, provenance: Provenance): Buffer {
  const data = Buffer.from(xmp(provenance));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(header.length + xmpUuid.length + data.length, 0);
  header.write('uuid', 4, 'latin1');
  return Buffer.concat([mp4, header, xmpUuid, data]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

function xmp({ generator, jobId, digitalSourceType }: Provenance): string {
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
    ` xmp:CreatorTool="${escaped(generator)}" dc:identifier="urn:uuid:${escaped(jobId)}"`,
    ` Iptc4xmpExt:DigitalSourceType="${escaped(digitalSourceType)}"/>`,
    '</rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join('');
}
