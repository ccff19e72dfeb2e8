/**
 * Runs the video stage once, in a process of its own, and reports its time and peak memory as JSON. Arguments, all
 * optional: the sound (`silent`, `music` or `voice`), the seconds of the film, and a folder for its files.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { video } from '../../../src/stages/video/video.ts';
import { inMemoryStage } from '../../support/stages/stage-scene.ts';
import { storedEgress } from '../../support/network/stored-egress.ts';

const [, , sound = 'silent', target = '12', folder] = process.argv;
const at = (name: string) => `https://cdn.example.com/${name}`;
const names = ['mug.jpg', 'morning-table.jpg', 'dunes.jpg', 'mountain-lake.jpg'];
const files = Object.fromEntries(names.map((name) => [at(name), readFileSync(`examples/pictures/${name}`)]));

const stretch = Number(target) / 12;
const scene = (seconds: number, spoken: string) => ({
  seconds: seconds * stretch,
  voiceover: sound === 'voice' ? spoken : '',
  visual: 'A picture.',
});
const script = {
  language: 'en-US',
  narrative: 'A mug keeps a slow morning warm.',
  scenes: [
    {
      ...scene(3, 'Slow mornings, kept warm.'),
      role: 'hook',
      on_screen_text: 'Slow mornings, kept warm',
      subject: 'photo',
    },
    {
      ...scene(3.5, 'The Morning Mug holds its heat for an hour.'),
      role: 'benefit',
      on_screen_text: 'Holds heat for an hour',
      subject: 'photo',
    },
    {
      ...scene(3, 'Each one is thrown by hand in Porto.'),
      role: 'proof',
      on_screen_text: 'Thrown by hand in Porto',
      subject: 'product',
    },
    { ...scene(2.5, 'Order yours at Marl.'), role: 'call_to_action', on_screen_text: '', subject: 'end_card' },
  ],
  copy: { headline: 'Slow mornings, kept warm', cta: 'Order yours' },
  notes: [],
};
const request = {
  brand_metadata: {
    brand_name: 'Marl',
    brand_images: names.slice(1).map((name) => ({ image_url: at(name), labels: ['lifestyle'] })),
    color_swatches: [{ hex: '#b4532a' }, { hex: '#f3ece2' }],
  },
  product_metadata: { product_name: 'Morning Mug', product_images: [{ image_url: at('mug.jpg') }] },
  generation_metadata: { target_duration: Number(target), aspect_ratio: '9:16', generate_sound: sound !== 'silent' },
};

const { context, written } = inMemoryStage({
  stage: 'video',
  type: 'video_ad',
  egress: storedEgress(files),
  script,
  request,
});
const started = performance.now();
const { response } = await video({ ...context, voicesDir: process.env['ADWRIGHT_VOICES_DIR'] ?? 'voices' });
const seconds = (performance.now() - started) / 1_000;
if (folder !== undefined) {
  for (const [name, bytes] of written) writeFileSync(join(folder, name), bytes);
  writeFileSync(join(folder, 'response.json'), JSON.stringify(response, null, 2));
}
const { model } = provenanceIn(response);
process.stdout.write(JSON.stringify({ seconds, peakMebibytes: process.resourceUsage().maxRSS / 1_024, model }));

function provenanceIn(made: unknown): { model: unknown } {
  return (made as { provenance: { model: unknown } }).provenance;
}
