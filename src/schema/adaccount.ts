import { z } from 'zod';
import type { StoredObject } from '../store/port.ts';
import { Conditions, count, LabelledName, listMap, ObjectRef, Timestamp, words } from './resource-parts.ts';

export const CreditGrant = z.strictObject({
  id: words(253).min(1).describe('Each id counts once: a later change of its grant changes nothing.'),
  amount: count(1_000_000_000).min(1).describe('How many credits.'),
  note: words(500).optional().describe('What it was for.'),
});
export type CreditGrant = z.infer<typeof CreditGrant>;

export const AdAccountSpec = z
  .strictObject({
    displayName: words(200).optional().describe('How people call it.'),
    active: z.boolean().default(true).describe('False: its keys are answered 403; what was accepted goes on.'),
    creditGrants: listMap(CreditGrant, 'id', 1_000)
      .default([])
      .describe('Credits given. Add to the list; never change it.'),
    maxRunningJobs: count(1_000_000).optional().describe('Jobs that may run at once. Absent: no limit of its own.'),
    weight: count(1_000).min(1).default(1).describe('Share of the installation beside other accounts.'),
    webhookSecretRef: ObjectRef.optional().describe('Secret that holds the whsec_ signing secrets of callbacks.'),
    requireReadableBrand: z
      .boolean()
      .optional()
      .describe(
        "True: a job none of whose pages can be read ends FAILED [brand_unreadable] and is not charged. False: the job continues without them. Absent: the installation's setting applies.",
      ),
    queueName: LabelledName.optional().describe('LocalQueue of Kueue for the stages of its jobs.'),
  })
  .describe('Who pays, and how much may run at once.');
export type AdAccountSpec = z.infer<typeof AdAccountSpec>;

const CreditBalance = z.object({
  granted: z.int().describe('All that was ever given.'),
  reserved: z.int().describe('Held for jobs that are not finished.'),
  spent: z.int().describe('Charged for jobs that succeeded.'),
  available: z.int().describe('granted - reserved - spent.'),
});

/** Of how many jobs an account can say that their charge is retired before they say so themselves. */
export const retiringMax = 1_000;

const LedgerPosition = z.object({
  epoch: words(64).describe('Which life of the ledger: a new one begins when its data were lost.'),
  sequence: z.int().min(0).describe('How many changes had been made in it.'),
  retired: z.int().min(0).optional().describe('What of the credits spent belongs to jobs that are gone.'),
  retiring: z
    .array(words(64))
    .max(retiringMax)
    .optional()
    .describe('Ids of jobs whose charge is in `retired`, and which may not say so themselves yet.'),
  time: Timestamp.optional().describe('When the numbers were read.'),
});

export const AdAccountStatus = z
  .object({
    credits: CreditBalance.optional().describe('Copied from the ledger, which alone decides.'),
    runningJobs: count().optional().describe('Jobs that have a stage running.'),
    pendingJobs: count().optional().describe('Jobs that wait for their start.'),
    ledger: LedgerPosition.optional().describe('Where the ledger stood when the credits were copied.'),
    conditions: Conditions.optional().describe(
      'GrantsApplied: whether every grant counts as it stands in the spec. LedgerAvailable: whether the ledger is the one that the credits were copied from. Deleting: what its deletion waits for.',
    ),
  })
  .describe('What the account has and does, a few seconds old. Written by the controller.');
export type AdAccountStatus = z.infer<typeof AdAccountStatus>;

export type AdAccount = StoredObject<AdAccountSpec, AdAccountStatus>;
