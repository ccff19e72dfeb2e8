import type { AttemptResult } from '../domain/delivery.ts';

/** A callback to send. `keys` are the decoded signing secrets of the account: one, or two during a rotation. */
export interface Callback {
  /** Value of the header `webhook-id`, the same for every attempt. */
  id: string;
  /** Account of the job, as `namespace/name`. No other account uses the connection of this callback. */
  account: string;
  url: string;
  body: Buffer;
  keys: readonly Buffer[];
}

/**
 * Claims a connection to an address (with its port). Returns false if all connections that are allowed to this address
 * are in use. A claim ends when the attempt ends or claims another address.
 */
export type ClaimAddress = (address: string) => boolean;

export interface WebhookSender {
  /**
   * Makes one attempt: resolves and checks the address of the receiver, signs the body and posts it. Uses a connection
   * that was kept after an earlier callback, if there is one. Returns `address-busy` without connecting if `claim`
   * returns false. A fault of the receiver is part of the result; the promise rejects only if the signal aborts.
   */
  send(callback: Callback, claim: ClaimAddress, signal: AbortSignal): Promise<AttemptResult | 'address-busy'>;
}
