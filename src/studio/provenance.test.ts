import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { markProvenance, markVideoProvenance, studioSourceType } from './provenance.ts';

const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
const provenance = {
  generator: 'adwright/0.1 <"&>',
  jobId: '01890000-0000-7000-8000-000000000000',
  digitalSourceType: studioSourceType({ hasPictures: true, isSynthetic: false }),
};

test('markProvenance writes readable XMP with generator, job and source type', async () => {
  const { xmpAsString } = await sharp(markProvenance(await picture(), provenance)).metadata();
  expect(xmpAsString).toContain('xmp:CreatorTool="adwright/0.1 &lt;&quot;&amp;&gt;"');
  expect(xmpAsString).toContain('dc:identifier="urn:uuid:01890000-0000-7000-8000-000000000000"');
  expect(xmpAsString).toContain(
    'Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/composite"',
  );
});

test('markProvenance does not change the pixels', async () => {
  const plain = await picture();
  const pixels = (png: Buffer) => sharp(png).raw().toBuffer();
  expect(await pixels(markProvenance(plain, provenance))).toEqual(await pixels(plain));
});

test('the source type of an ad of type alone is algorithmic and not composite', () => {
  expect(studioSourceType({ hasPictures: false, isSynthetic: false })).toMatch(/\/algorithmicMedia$/);
});

test('markVideoProvenance adds a box with XMP after the boxes of the file', () => {
  const mp4 = Buffer.from('0000000c667479706d7034320000000f6d646174', 'hex');
  const marked = markVideoProvenance(mp4, provenance);
  expect(marked.subarray(0, mp4.length)).toEqual(mp4);
  const box = marked.subarray(mp4.length);
  expect(box.readUInt32BE(0)).toBe(box.length);
  expect(box.toString('latin1', 4, 8)).toBe('uuid');
  expect(box.toString('hex', 8, 24)).toBe('be7acfcb97a942e89c71999491e3afac');
  expect(box.toString('utf8', 24)).toContain(
    'Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/composite"',
  );
});

test('the source type of a film with the voice of a trained model says so', () => {
  expect(studioSourceType({ hasPictures: true, isSynthetic: true })).toMatch(/\/compositeSynthetic$/);
});
