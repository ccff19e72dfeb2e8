import { describe, expect, test } from '@jest/globals';
import type { StageResult } from '../../schema/stage-contract.ts';
import { responseBytesMax } from '../../schema/response-parts.ts';
import { assembleResponse, unlistedFiles } from './assemble-response.ts';

const extras = {
  publicBase: 'https://ads.example',
  resultRef: 'jobs/job/video-1-abc/result.json',
  credits: 30,
  notes: [],
};

const listed = (name: string) => ({ name, sha256: 'f00', bytes: 1, contentType: 'image/png' });

function result(response: Record<string, unknown>, ...files: string[]): StageResult {
  return { stage: 'video', attempt: 1, summary: 'Done.', files: files.map(listed), response };
}

describe('assembleResponse', () => {
  test('assembleResponse replaces file names by URLs, whatever precedes "file" in the field name', () => {
    const film = { video: { file: 'ad.mp4', thumbnail_file: 'thumbnail.jpg', captions_file: null }, profile: 'x' };
    const assembled = assembleResponse(result(film, 'ad.mp4', 'thumbnail.jpg'), extras);
    expect(assembled).toMatchObject({
      response: {
        video: {
          url: 'https://ads.example/files/job/video-1-abc/ad.mp4',
          thumbnail_url: 'https://ads.example/files/job/video-1-abc/thumbnail.jpg',
          captions_file: null,
        },
        profile: 'x',
        credits: 30,
      },
    });
  });

  test('assembleResponse removes duplicate notes, puts ours first and keeps at most fifty', () => {
    const others = Array.from({ length: 60 }, (_, index) => `Note ${index}.`);
    const theirs = ['Nothing was taken. No page.', 'No page.', ...others];
    const notes = ['No page.', 'No concept.'];
    const assembled = assembleResponse(result({ notes: theirs }), { ...extras, notes });
    expect(assembled).toMatchObject({ response: { notes: [...notes, ...others.slice(0, 48)] } });
  });

  test('assembleResponse accepts a response of 64 KiB and rejects one more byte', () => {
    const bare = assembleResponse(result({ concept: '' }), extras);
    if (bare.kind !== 'response') throw new Error('the response is already too large');
    const room = responseBytesMax - Buffer.byteLength(JSON.stringify(bare.response));
    expect(assembleResponse(result({ concept: 'é'.repeat(Math.floor(room / 2)) }), extras).kind).toBe('response');
    expect(assembleResponse(result({ concept: 'x'.repeat(room + 1) }), extras)).toEqual({
      kind: 'too-large',
      bytes: responseBytesMax + 1,
    });
  });
});

test('unlistedFiles finds an unlisted file anywhere in the response', () => {
  expect(unlistedFiles(result({ images: [{ file: 'a.png' }, { file: 'b.png' }] }, 'a.png'))).toEqual(['b.png']);
});
