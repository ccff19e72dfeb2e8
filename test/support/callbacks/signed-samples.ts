import { signatureHeaders } from '../../../src/webhooks/signature.ts';

/** A request for a callback receiver to verify, and whether the verification must succeed. */
export interface SignedSample {
  name: string;
  secret: string;
  headers: Record<string, string>;
  /** Body in base64. */
  body: string;
  nowSeconds: number;
  isValid: boolean;
}

const nowSeconds = 1_790_000_000;
const id = '0197c2f4-6f1a-7c3e-9b5d-2a1f8e4c7d90';
// Not valid UTF-8, so that a receiver that decodes the body before the check fails.
const body = Buffer.concat([Buffer.from('{"job_id":"é","response":null}\n'), Buffer.from([0xff, 0xfe])]);
const [key, otherKey, nextKey] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill * 80)) as [Buffer, Buffer, Buffer];
const [secret, otherSecret, nextSecret] = [key, otherKey, nextKey].map(
  (bytes) => `whsec_${bytes.toString('base64')}`,
) as [string, string, string];

function signed(keys: readonly Buffer[], agoSeconds = 0): Record<string, string> {
  return { ...signatureHeaders({ id, body }, keys, new Date((nowSeconds - agoSeconds) * 1_000)) };
}

function sample(name: string, isValid: boolean, change: Partial<SignedSample> = {}): SignedSample {
  return { name, secret, headers: signed([key]), body: body.toString('base64'), nowSeconds, isValid, ...change };
}

function changed(header: string, value: string | undefined): Record<string, string> {
  const { [header]: _, ...others } = signed([key]);
  return value === undefined ? others : { ...others, [header]: value };
}

const signature = signed([key])['webhook-signature'] ?? '';

/** Callbacks as the callback controller signs them, and forged ones. */
export const signedSamples: readonly SignedSample[] = [
  sample('a signed callback', true),
  sample('a rotation, with the new secret', true, { headers: signed([nextKey, key]), secret: nextSecret }),
  sample('a rotation, with the old secret', true, { headers: signed([nextKey, key]) }),
  sample('a rotation, with neither secret', false, { headers: signed([nextKey, key]), secret: otherSecret }),
  sample('the secret of another account', false, { secret: otherSecret }),
  sample('a changed body', false, { body: Buffer.concat([body, Buffer.from(' ')]).toString('base64') }),
  sample('an empty body', false, { body: '' }),
  sample('another id', false, { headers: changed('webhook-id', 'x') }),
  sample('a timestamp that was changed', false, { headers: changed('webhook-timestamp', String(nowSeconds - 1)) }),
  sample('a callback of four minutes ago', true, { headers: signed([key], 240) }),
  sample('a callback of six minutes ago', false, { headers: signed([key], 360) }),
  sample('a callback of four minutes ahead', true, { headers: signed([key], -240) }),
  sample('a callback of six minutes ahead', false, { headers: signed([key], -360) }),
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header) =>
    sample(`no ${header}`, false, { headers: changed(header, undefined) }),
  ),
  ...['', 'soon', '1e9', ' ', '-1', '9'.repeat(400)].map((value) =>
    sample(`the timestamp "${value.slice(0, 12)}"`, false, { headers: changed('webhook-timestamp', value) }),
  ),
  ...['', 'v1,', 'v1', `v1a,${signature.slice(3)}`, signature.slice(3), signature.slice(0, -1), `${signature},`].map(
    (value) => sample(`the signature "${value}"`, false, { headers: changed('webhook-signature', value) }),
  ),
  sample('a signature of another version beside a valid one', true, {
    headers: changed('webhook-signature', `v1a,AAAA ${signature}`),
  }),
];
