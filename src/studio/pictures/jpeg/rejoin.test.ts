import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { bandedPicture, cutAt, jpegSegment, withSegments } from '../../../../test/support/studio/damaged-pictures.ts';
import { componentFiles } from './component-files.ts';
import { rejoined } from './rejoin.ts';

const open = (bytes: Buffer) => sharp(bytes, { failOn: 'error' });
const usual = () => bandedPicture('jpeg', { progressive: true, chromaSubsampling: '4:4:4' });

/** A progressive JPEG of 40 by 24 pixels in full colour resolution, with a restart marker after each four blocks. */
const withRestarts = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wgARCAAYACgDAREAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAABAUDB//EABkBAQEBAQEBAAAAAAAAAAAAAAMEBQcBBv/dAAQABP/aAAwDAQACEAMQAAAB574bFsYlrFs//9Cbo/Whx+csW1iWf//R0exiWBx+dMWz/9K0eUxbGJb/AP/EABYQAAMAAAAAAAAAAAAAAAAAAAACA//aAAgBAQABBQJZCyFkLI//0FkLIWQsj//RWQshZCyP/9JZCyFkf//EABYRAAMAAAAAAAAAAAAAAAAAAAACA//aAAgBAwEBPwFLCWEsJY//0EsJYSwlj//RSwlhLCWP/9JLCWEsf//EABYRAQEBAAAAAAAAAAAAAAAAAAEAAv/aAAgBAgEBPwEYYYb/0DUMMN//0Rhhhv/SGNRq/8QAFRABAQAAAAAAAAAAAAAAAAAAIBD/2gAIAQEABj8CH//QH//RH//Sv//EABUQAQEAAAAAAAAAAAAAAAAAAABh/9oACAEBAAE/IZpppv/Qmmmm/9Gaaab/0pppv//aAAwDAQACAAMAAAAQ90//0P5v/9G9H//SZX//xAAVEQEBAAAAAAAAAAAAAAAAAAAgEP/aAAgBAwEBPxAVX//QFV//0RVf/9K1f//EABURAQEAAAAAAAAAAAAAAAAAACAQ/9oACAECAQE/EB//AP/QF/8A/9Ef/wD/0r1//8QAFRABAQAAAAAAAAAAAAAAAAAAADH/2gAIAQEAAT8QiRIkT//QiRIkT//RiRIkT//SiRIn/9k=',
  'base64',
);

/** Returns the largest difference between the pixels of two pictures. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [pixels, others] = await Promise.all([one, other].map((bytes) => open(bytes).raw().toBuffer()));
  return (pixels ?? Buffer.alloc(0)).reduce(
    (most, level, at) => Math.max(most, Math.abs(level - (others?.[at] ?? 999))),
    0,
  );
}

async function rejoinedWhole(bytes: Buffer): Promise<Buffer> {
  const { width, height } = await open(bytes).metadata();
  const file = await rejoined(bytes, { width, height }, open);
  if (file === undefined) throw new Error('the file was not divided');
  return file;
}

/** Returns the file with red, green and blue components in place of brightness and colour differences. */
const asRgb = (jpeg: Buffer): Buffer =>
  withSegments(jpeg, jpegSegment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\0', 'latin1')));

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['brightness and colour differences', usual],
  ['restart markers', () => withRestarts],
  ['red, green and blue', async () => asRgb(await usual())],
])('a progressive JPEG with %s looks the same when its components are decoded one by one', async (_, make) => {
  const bytes = await make();
  expect(await difference(bytes, await rejoinedWhole(bytes))).toBeLessThanOrEqual(6);
});

test('a rejoined JPEG has the wanted size, is not progressive, and keeps its orientation and colour profile', async () => {
  const bytes = await sharp(await usual())
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const file = await rejoined(bytes, { width: 120, height: 80 }, open);
  const { icc } = await open(bytes).metadata();
  expect(await open(file ?? Buffer.alloc(0)).metadata()).toMatchObject({
    width: 120,
    height: 80,
    isProgressive: false,
    orientation: 6,
    icc,
  });
});

test.each<[string, () => Promise<Buffer>]>([
  ['a sequential JPEG', () => bandedPicture('jpeg', { chromaSubsampling: '4:4:4' })],
  ['a JPEG with reduced colour resolution', () => bandedPicture('jpeg', { progressive: true })],
  ['a cut JPEG', async () => cutAt(await usual(), 0.9)],
  ['a JPEG without Huffman tables', async () => withoutTables(await usual())],
  ['a JPEG that claims more blocks than it has', async () => tall(await usual())],
  ['an empty file', () => Promise.resolve(Buffer.alloc(0))],
  [
    'a JPEG with a cut segment',
    () => Promise.resolve(withSegments(Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xc4, 0xff]))),
  ],
])('%s is not divided', async (_, make) => {
  expect(componentFiles(await make())).toBeUndefined();
});

function withoutTables(jpeg: Buffer): Buffer {
  const changed = Buffer.from(jpeg);
  for (let at = changed.indexOf(Buffer.from([0xff, 0xc4])); at !== -1; at = changed.indexOf(Buffer.from([0xff, 0xc4])))
    changed[at + 1] = 0xfe;
  return changed;
}

function tall(jpeg: Buffer): Buffer {
  const changed = Buffer.from(jpeg);
  changed.writeUInt16BE(9_000, changed.indexOf(Buffer.from([0xff, 0xc2])) + 5);
  return changed;
}
