import { z } from 'zod';
import { JobId } from '../job.ts';
import { endpoint } from './endpoint.ts';

export const getFile = endpoint({
  method: 'get',
  path: '/files/{job_id}/{folder}/{file}',
  operationId: 'getFile',
  tag: 'Files',
  authentication: 'public',
  summary: 'Download a file of an ad',
  description: `Returns a file that the \`response\` of a job names by URL, or that an operator has drawn again from the job (a redraw). Do not construct these URLs. They require no key and cannot be guessed: anyone with the URL can download the file as long as the job can be read. \`HEAD\`, \`Range\` and \`If-None-Match\` are supported. A file never changes; the files of a redraw are deleted when the job is drawn again.`,
  params: {
    job_id: { schema: JobId, description: 'Id of the job.' },
    folder: { schema: z.string(), description: 'Folder of the files of a stage; its name contains 128 random bits.' },
    file: { schema: z.string(), description: 'Name of the file, such as ad-1.png.' },
  },
  headers: {
    Range: { schema: z.string(), description: 'A single range of bytes, such as bytes=0-1023.' },
    'If-None-Match': { schema: z.string(), description: 'ETag of the copy that the client has.' },
  },
  answers: {
    200: {
      description: 'The file.',
      contentType: 'image/png',
      headers: {
        ETag: 'Identifies the content: the SHA-256 of the file, if known.',
        'Accept-Ranges': 'bytes',
        'Cache-Control': 'private, max-age=86400, immutable',
      },
    },
    206: {
      description: 'The requested range of the file.',
      contentType: 'image/png',
      headers: { 'Content-Range': 'Position of the range, and length of the file.' },
    },
    304: { description: "The client's copy is current." },
  },
  problems: ['not_found', 'range_not_satisfiable'],
});
