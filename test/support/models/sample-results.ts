/** Start of an MP4 file: the boxes `ftyp` and `mdat`, with a number that tells two films apart. */
export function sampleMp4(number = 0): Buffer {
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41\0\0\0\x0cmdat', 'latin1');
  const body = Buffer.alloc(4);
  body.writeUInt32BE(number);
  return Buffer.concat([head, body]);
}
