import { z } from 'zod';
import { ModelFailure } from '../model-failure.ts';
import type { Download, SdkWire } from './sdk/sdk-call.ts';

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

/** Endpoints whose response is a file. */
export const speechWire: SdkWire = { signed: bearer };

const Pictures = z.looseObject({
  data: z.array(z.looseObject({ b64_json: z.string().nullish(), url: z.string().nullish() })).nullish(),
});

/**
 * `/images/generations` and `/images/edits`. Servers that return a URL, which may be relative, are sent a request for
 * it, so that the SDK reads base64 of every server.
 */
export const imageWire: SdkWire = {
  signed: bearer,
  answered: async (body, download) => {
    const { data: pictures } = Pictures.safeParse(body);
    const [first] = pictures?.data ?? [];
    if (pictures === undefined || first === undefined) return body;
    return { ...pictures, data: [{ ...first, b64_json: await base64Of(first, download) }] };
  },
};

interface Picture {
  b64_json?: string | null | undefined;
  url?: string | null | undefined;
}

async function base64Of({ b64_json: base64, url }: Picture, download: Download): Promise<string> {
  if (typeof base64 === 'string' && base64 !== '') return base64;
  if (typeof url !== 'string' || url === '') return '';
  return url.startsWith('data:') ? url : (await download(url)).toString('base64');
}

const Refusals = z.looseObject({
  choices: z.array(z.looseObject({ message: z.looseObject({ refusal: z.string().nullish() }) })),
});

/** `/chat/completions`. The SDK ignores the field with the words of a refusal. */
export const chatWire: SdkWire = {
  signed: bearer,
  answered: (body) => {
    const { data } = Refusals.safeParse(body);
    if (data?.choices.some(({ message }) => (message.refusal ?? '') !== '')) throw refusal();
    return Promise.resolve(body);
  },
};

const Outputs = z.looseObject({
  output: z.array(z.looseObject({ content: z.array(z.looseObject({ type: z.string() })).nullish() })),
});

/** `/responses`, whose refusals are parts of the output. */
export const responsesWire: SdkWire = {
  signed: bearer,
  answered: (body) => {
    const { data } = Outputs.safeParse(body);
    if (data?.output.some(({ content }) => content?.some(({ type }) => type === 'refusal'))) throw refusal();
    return Promise.resolve(body);
  },
};

/** A model that refuses has read the prompt, which is billed. */
const refusal = (): ModelFailure =>
  new ModelFailure('moderated', 'the model refused the content', { isAfterWork: true });
