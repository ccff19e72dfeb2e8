import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { ResponseBodyError } from 'openid-client';
import { ClientAuthentication } from './client-authentication.ts';

const server = {
  issuer: 'https://login.example',
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
};

/** A provider that accepts the client by HTTP Basic alone. Returns a call, and the methods that calls have used. */
function basicAlone() {
  const client = new ClientAuthentication('hush');
  const methods: string[] = [];
  const call = (isDown = false): Promise<string> =>
    client.either(server, async () => {
      const headers = new Headers();
      await nextTurn();
      client.authenticate(server, { client_id: 'adwright' }, new URLSearchParams(), headers);
      const method = headers.has('authorization') ? 'basic' : 'post';
      methods.push(method);
      await nextTurn();
      if (isDown) throw new Error('no response');
      if (method === 'post') throw refusal();
      return 'done';
    });
  return { call, methods };
}

function refusal(): ResponseBodyError {
  const response = new Response(null, { status: 400 });
  return new ResponseBodyError('refused', { cause: { error: 'invalid_client' }, response });
}

test('calls at the same time each try both methods', async () => {
  const { call } = basicAlone();
  expect(await Promise.all([call(), call(), call()])).toEqual(['done', 'done', 'done']);
});

test('the method that has worked is tried first afterwards, also after a call that failed', async () => {
  const { call, methods } = basicAlone();
  await call();
  await expect(call(true)).rejects.toThrow('no response');
  await call();
  expect(methods).toEqual(['post', 'basic', 'basic', 'basic']);
});
