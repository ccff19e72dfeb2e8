import { z } from 'zod';
import { JobId } from '../response.ts';
import { endpoint } from './endpoint.ts';

export const getFile = endpoint({
  method: 'get',
  path: '/files/{job_id}/{folder}/{file}',
  operationId: 'getFile',
  tag: 'Files',
  summary: 'Fetch a file of an ad',
  description: `The addresses stand in a job's \`response\` and are not for building by hand. They need no key and cannot be guessed: whoever has one can fetch the file, as long as the job can be read. \`HEAD\`, \`Range\` and \`If-None-Match\` work. A file never changes.`,
  params: {
    job_id: { schema: JobId, description: 'The job.' },
    folder: { schema: z.string(), description: 'Where the stage left its files; holds 128 random bits.' },
    file: { schema: z.string(), description: 'Name of the file, such as ad-1.png.' },
  },
  headers: {
    Range: { schema: z.string(), description: 'One range of bytes, such as bytes=0-1023.' },
    'If-None-Match': { schema: z.string(), description: 'The ETag of the copy that is there already.' },
  },
  answers: {
    200: {
      description: 'The file.',
      contentType: 'image/png',
      headers: {
        ETag: 'SHA-256 of the bytes, where it is known.',
        'Accept-Ranges': 'bytes',
        'Cache-Control': 'private, max-age=86400, immutable',
      },
    },
    206: {
      description: 'The part that was asked for.',
      contentType: 'image/png',
      headers: { 'Content-Range': 'Which part it is.' },
    },
    304: { description: 'The copy that is there already is good.' },
  },
  problems: ['not_found', 'range_not_satisfiable'],
});
