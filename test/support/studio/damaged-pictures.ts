import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** Returns a JPEG of three bands of colour: red at the top, green, and blue at the bottom. */
export async function bandedPicture(
  format: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif',
  options: object = {},
): Promise<Buffer> {
  const [width, height] = [480, 320];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const band = Math.min(2, Math.floor((at / width / height) * 3));
    // Grain gives all rows about the same number of bytes.
    const grain = (Math.imul(at, 2_654_435_761) >>> 27) - 16;
    for (let channel = 0; channel < 3; channel += 1) pixels[at * 3 + channel] = (channel === band ? 200 : 60) + grain;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format, options)
    .toBuffer();
}

/** Returns the first part of a file. */
export const cutAt = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));

/** Returns a segment of a JPEG. */
export function jpegSegment(code: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Inserts segments after the start of a JPEG. */
export const withSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** Returns a JPEG whose header states another height. */
export function withHeight(jpeg: Buffer, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = jpeg.findIndex((byte, at) => byte === 0xff && (jpeg[at + 1] === 0xc0 || jpeg[at + 1] === 0xc2));
  changed.writeUInt16BE(height, frame + 5);
  return changed;
}

/** Returns a chunk of a PNG, with a right checksum unless another one is given. */
export function pngChunk(type: string, data: Buffer, checksum?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, end] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  end.writeUInt32BE(checksum ?? crc32(body));
  return Buffer.concat([length, body, end]);
}

/** Inserts chunks after the header of a PNG. */
export const withChunks = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

/** Changes one byte of a file, counted from the end if `at` is negative. */
export function withByte(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  const place = at < 0 ? bytes.length + at : at;
  changed[place] = (bytes[place] ?? 0) ^ 0x55;
  return changed;
}

/**
 * Returns a progressive JPEG in full colour resolution (4:4:4) that is grey. Its only scan states for each block, with a
 * code of one bit, that its mean is that of the block before.
 */
export function greyProgressiveJpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xdb, Buffer.concat([Buffer.alloc(1), Buffer.alloc(64, 1)])),
    jpegSegment(0xc2, frame),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(16)])),
    jpegSegment(0xda, Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, 0, 0])),
    Buffer.alloc(Math.ceil((3 * blocks) / 8)),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** An ICC profile for Lab colours, which does not fit red, green and blue. */
export const labProfile = Buffer.from(
  'AAACPGxjbXMCEAAAYWJzdExhYiBMYWIgB+oACwAaAAMAGQAGYWNzcEFQUEwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1sY21zAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFZGVzYwAAAMAAAACcY3BydAAAAVwAAAAhd3RwdAAAAYAAAAAUY2hhZAAAAZQAAAAsQTJCMAAAAcAAAAB8ZGVzYwAAAAAAAAAWTGFiIGlkZW50aXR5IGJ1aWx0LWluAAAAAAAAAAAWAEwAYQBiACAAaQBkAGUAbgB0AGkAdAB5ACAAYgB1AGkAbAB0AC0AaQBuAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAdGV4dAAAAABObyBjb3B5cmlnaHQsIHVzZSBmcmVlbHkAAAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1zZjMyAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAG1mdDIAAAAAAwMCAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAACAAIAAP//AAD//wAA//8AAAAAAAAAAAAA//8AAP//AAAAAP///////wAAAAD//wAA////////AAD///////8AAP//AAD//wAA//8=',
  'base64',
);
