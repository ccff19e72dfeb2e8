import { z } from 'zod';
import { formatSampleRequest, sampleRequest, sampleResult } from '../../domain/callback-sample.ts';
import { sampleAnnotation } from '../../domain/labels.ts';
import { WebUrl } from '../../schema/text.ts';
import { defineOperation, type Needs } from '../operation.ts';
import { accounts } from '../resource.ts';
import { editObject, Named, notFound, seenObject } from '../write-object.ts';

const right = { role: 'operator', owner: true } as const;

export const testCallback = defineOperation({
  name: 'account.test_callback',
  summary: 'Request a signed sample callback. The controller sends it.',
  input: Named.extend({ url: WebUrl, id: z.uuid() }),
  right,
  effect: 'changes',
  run: ({ id, url, ...account }, { store, clock }: Needs<'store' | 'clock'>, by) => {
    const request = formatSampleRequest({ id, time: clock.now(), url });
    return editObject({ store, by }, accounts, account, () => ({
      edit: { annotations: { [sampleAnnotation]: request } },
    }));
  },
});

export const readCallbackTest = defineOperation({
  name: 'account.read_callback_test',
  summary: 'Read the result of a sample callback, if the controller has sent it.',
  input: Named.extend({ id: z.uuid() }),
  right,
  effect: 'reads',
  run: async ({ id, ...account }, { store }: Needs<'store'>, by) => {
    const object = await seenObject({ store, by }, accounts, account);
    if (object === undefined) return notFound;
    const result = sampleResult(object);
    if (result?.id === id) return { kind: 'done' as const, result };
    // A later request for the same account replaces an earlier one.
    const isWaiting = sampleRequest(object)?.id === id;
    return isWaiting ? { kind: 'done' as const, result: undefined } : { kind: 'replaced' as const };
  },
});
