import { beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { z } from 'zod';
import { madeLogoPng, madePackshot } from '../../../test/support/studio/made-pictures.ts';
import { inMemoryStage } from '../../../test/support/stages/stage-scene.ts';
import { storedEgress, type Stored } from '../../../test/support/network/stored-egress.ts';
import type { FilmScript } from '../../schema/film-script.ts';
import { VideoResponse } from '../../ads/video/response.ts';
import { video } from './video.ts';

const at = (name: string): string => `https://cdn.example.com/${name}`;
const files: Record<string, Stored> = {};

beforeAll(async () => {
  files[at('bottle.png')] = await madePackshot(500, 700);
  files[at('logo.png')] = await madeLogoPng();
});

const script: FilmScript = {
  language: 'en-US',
  narrative: 'A bottle keeps water cold from morning to night.',
  scenes: [
    {
      role: 'hook',
      seconds: 3,
      voiceover: '',
      on_screen_text: 'Cold water, all day',
      subject: 'product',
      visual: 'The bottle.',
    },
    {
      role: 'benefit',
      seconds: 4,
      voiceover: '',
      on_screen_text: 'Steel that lasts',
      subject: 'product',
      visual: 'Its cap.',
    },
    { role: 'call_to_action', seconds: 3, voiceover: '', on_screen_text: '', subject: 'end_card', visual: 'The logo.' },
  ],
  copy: { headline: 'Cold water, all day', cta: 'Get the bottle' },
  notes: ['A line of the script.'],
};
const request = {
  brand_metadata: {
    brand_name: 'Verdane',
    brand_images: [{ image_url: at('logo.png'), labels: ['logo'] }],
    color_swatches: [{ hex: '#1f4d3f', label: 'primary' }],
  },
  product_metadata: { product_name: 'Steel Bottle', product_images: [{ image_url: at('bottle.png') }] },
  generation_metadata: {
    target_duration: 10,
    aspect_ratio: '1:1',
    user_prompt:
      'The bottle in the first frame, call to action in the last second, no voice. Price in the last three seconds, logo first',
  },
};

/** Adds the fields to a response that the controller adds: URLs instead of file names, and the credits. */
function completed({ video: file, ...response }: Record<string, unknown>): unknown {
  const {
    file: film,
    thumbnail_file: thumbnail,
    captions_file: captions,
    ...rest
  } = z.looseObject({ file: z.string(), thumbnail_file: z.string(), captions_file: z.string() }).parse(file);
  const url = (name: string) => `https://ads.example.com/${name}`;
  const linked = { ...rest, url: url(film), thumbnail_url: url(thumbnail), captions_url: url(captions) };
  return { ...response, video: linked, credits: 5 };
}

const scene = { stage: 'video', type: 'video_ad', egress: storedEgress(files), script } as const;

describe('the video stage', () => {
  test('the video stage writes a film, a thumbnail and captions, and describes them', async () => {
    const copies = [{ copy_type: 'headline', copy_text: 'Cold water, all day' }];
    const { context, written } = inMemoryStage({ ...scene, request: { ...request, ad_copies: copies } });
    const { response = {} } = await video(context);
    const parsed = VideoResponse.strict().parse(completed(response));
    expect([...written.keys()]).toEqual([
      ...['materials.bin', 'brief.json', 'ad.mp4', 'thumbnail.jpg', 'captions.vtt', 'made.json'],
    ]);
    expect(parsed.video).toMatchObject({ width: 1080, height: 1080, duration_seconds: 10, fps: 30, has_audio: false });
    expect(parsed.scenes).toHaveLength(3);
    expect(parsed.scenes[0]).toMatchObject({ start_seconds: 0, on_screen_text: 'Cold water, all day' });
    expect(parsed.copy).toEqual({ headline: 'Cold water, all day' }); // the call is the script's own
    expect(parsed.quality.passed).toBe(true);
    expect(parsed.notes).toContain('A line of the script.');
    expect(parsed.notes.filter((note) => note.includes('user_prompt'))).toEqual([
      'generation_metadata.user_prompt: “Price in the last three seconds” was not followed: neither the request nor the pages state a price.',
      expect.stringMatching(/“logo first” was not followed: the film has the logo from 7.* to 10 seconds\.$/),
    ]);
    const thumbnail = await sharp(written.get('thumbnail.jpg')).metadata();
    expect(thumbnail).toMatchObject({ format: 'jpeg', width: 1080, height: 1080 });
    expect(written.get('captions.vtt')?.toString()).toContain('Steel that lasts');
    const decoded = spawnSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', '-f', 'framecrc', '-'], {
      input: written.get('ad.mp4'),
    });
    expect(
      decoded.stdout
        .toString()
        .split('\n')
        .filter((line) => /^0,/.test(line)),
    ).toHaveLength(300);
  });
});

test('a script that is wrong ends the job with a sentence that names the field', async () => {
  const [first, ...rest] = script.scenes;
  const wrong = { ...script, scenes: [{ ...first, seconds: 'three' }, ...rest] };
  const { context } = inMemoryStage({ ...scene, request, script: wrong });
  await expect(video(context)).rejects.toMatchObject({
    name: 'PermanentFailure',
    code: 'video_model_error',
    message: expect.stringMatching(/^The script of the film cannot be used: .*scenes\[0\]\.seconds/),
  });
});
