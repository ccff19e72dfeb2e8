import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { markProvenance, studioSourceType } from './provenance.ts';

const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
const provenance = {
  generator: 'adwright/0.1 <"&>',
  jobId: '01890000-0000-7000-8000-000000000000',
  digitalSourceType: studioSourceType({ hasPictures: true }),
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
  expect(studioSourceType({ hasPictures: false })).toMatch(/\/algorithmicMedia$/);
});
