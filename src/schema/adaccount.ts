import { z } from 'zod';
import type { StoredObject } from '../store/port.ts';
import { Conditions, count, listMap, ObjectName, ObjectRef, Timestamp, words } from './resource-parts.ts';

export const CreditGrant = z.strictObject({
  id: words(253).min(1).describe('Counts once: a later change of the grant of this id changes nothing.'),
  amount: count(1_000_000_000).min(1).describe('Credits.'),
  note: words(500).optional().describe('What it was for.'),
});
export type CreditGrant = z.infer<typeof CreditGrant>;

/** Who pays, and how much may run at once. */
export const AdAccountSpec = z.strictObject({
  displayName: words(200).optional(),
  active: z.boolean().default(true).describe('False: its keys are answered 403; what was accepted goes on.'),
  creditGrants: listMap(CreditGrant, 'id', 1_000)
    .default([])
    .describe('Credits given. Add to the list; never change it.'),
  maxRunningJobs: count(1_000_000).optional().describe('Jobs that may run at once. Absent: no limit of its own.'),
  weight: count(1_000).min(1).default(1).describe('Share of the installation beside other accounts.'),
  webhookSecretRef: ObjectRef.optional().describe('Secret that holds the whsec_ signing secrets of callbacks.'),
  queueName: ObjectName.optional().describe('Local queue of Kueue for the stages of its jobs.'),
});
export type AdAccountSpec = z.infer<typeof AdAccountSpec>;

export const AdAccountStatus = z.object({
  credits: z
    .object({
      granted: z.int(),
      reserved: z.int(),
      spent: z.int(),
      available: z.int(),
    })
    .optional(),
  runningJobs: count().optional(),
  pendingJobs: count().optional(),
  /** Which life of the ledger these numbers belong to, and how far they had come. */
  ledger: z.object({ epoch: words(64), sequence: z.int().min(0), time: Timestamp.optional() }).optional(),
  conditions: Conditions.optional(),
});
export type AdAccountStatus = z.infer<typeof AdAccountStatus>;

export type AdAccount = StoredObject<AdAccountSpec, AdAccountStatus>;
