import { workRigs, type WorkRig } from '../support/models/work-rigs.ts';
import { canaryKey } from '../support/models/model-rig.ts';
import { modelProviderContract, type FailingReply } from './model-provider.ts';

/** Replies of each provider that refuse content, and those of failed work. Each reply to a poll ends the work. */
const repliesOf: Readonly<Record<string, { replies: FailingReply[]; ends: FailingReply[] }>> = {
  'videos-api': {
    replies: [
      [
        'refused content',
        { status: 400, body: { error: { code: 'moderation_blocked', message: 'No.' } } },
        'moderated',
      ],
    ],
    ends: [
      ['failed work', { body: { id: 'a', status: 'failed', error: { message: `CUDA ${canaryKey}` } } }, 'unavailable'],
      ['refused content', { body: { id: 'a', status: 'failed', error: { code: 'moderation_blocked' } } }, 'moderated'],
    ],
  },
  fal: {
    replies: [
      ['refused content', { status: 422, body: { detail: [{ type: 'content_policy_violation' }] } }, 'moderated'],
      ['an empty balance', { status: 403, body: { detail: 'User is locked. Exhausted balance.' } }, 'not_paid'],
    ],
    ends: [
      ['failed work', { body: { status: 'COMPLETED', error: `Runner ${canaryKey} failed` } }, 'unavailable'],
      ['refused content', { body: { status: 'COMPLETED', error: 'flagged by a content checker' } }, 'moderated'],
    ],
  },
  replicate: {
    replies: [['a wrong input', { status: 422, body: { title: 'Input validation failed' } }, 'refused']],
    ends: [
      ['failed work', { body: { id: 'a', status: 'failed', error: `CUDA ${canaryKey}` } }, 'unavailable'],
      ['refused content', { body: { id: 'a', status: 'failed', error: 'NSFW content detected' } }, 'moderated'],
      ['no output', { body: { id: 'a', status: 'succeeded', output: null } }, 'empty'],
    ],
  },
  veo: {
    replies: [
      [
        '400 for a wrong key',
        { status: 400, body: { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } } },
        'key_refused',
      ],
    ],
    ends: [
      ['failed work', { body: { name: 'a', error: { code: 13, message: `Failed ${canaryKey}` } } }, 'unavailable'],
      [
        'a filtered film',
        { body: { done: true, response: { generateVideoResponse: { raiMediaFilteredCount: 1 } } } },
        'moderated',
      ],
      ['no film', { body: { done: true, response: {} } }, 'empty'],
    ],
  },
};

function contract({ name, mediaType, start, entry, use }: WorkRig): void {
  use(({ task, open }) => {
    const { provider } = entry({ url: 'http://127.0.0.1', addresses: [] });
    modelProviderContract({
      ...{ name, task, mediaType },
      ...(repliesOf[provider] ?? { replies: [], ends: [] }),
      open: async () => {
        const server = await start({ key: canaryKey });
        return { provider: await open(server), server, bills: () => server.works.bills };
      },
    });
  });
}

// The contract makes a fault of the first request, which uploads the picture in the other workflows of ComfyUI.
workRigs.filter(({ name }) => !/^comfyui (cutout|video)/.test(name)).forEach(contract);
