import type { AttemptResult } from '../domain/delivery.ts';

/** A callback to send. `keys` are the decoded signing secrets of the account: one, or two during a rotation. */
export interface Callback {
  /** Value of the header `webhook-id`, the same for every attempt. */
  id: string;
  url: string;
  body: Buffer;
  keys: readonly Buffer[];
}

/**
 * Reports whether a connection to the address (with its port) is free now, and if so takes it until the attempt ends or
 * claims another address.
 */
export type ClaimAddress = (address: string) => boolean;

/** Sends callbacks to the receivers of clients. */
export interface WebhookSender {
  /**
   * Makes one attempt: resolves and checks the address of the receiver, signs the body and posts it. Returns
   * `address-busy` without a connection if `claim` returns false. Never throws for a fault of the receiver; rejects only
   * if the signal aborts.
   */
  send(callback: Callback, claim: ClaimAddress, signal: AbortSignal): Promise<AttemptResult | 'address-busy'>;
}
