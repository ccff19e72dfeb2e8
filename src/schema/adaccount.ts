import { z } from 'zod';
import type { StoredObject } from '../store/port.ts';
import { Condition, ObjectRef, Timestamp } from './resource-parts.ts';

export const CreditGrant = z.strictObject({
  /** Counts once; a later change of the grant of that id changes nothing. */
  id: z.string().min(1),
  amount: z.number().int().min(1),
  note: z.string().optional(),
});
export type CreditGrant = z.infer<typeof CreditGrant>;

/** Who pays, and how much may run at once. */
export const AdAccountSpec = z.strictObject({
  displayName: z.string().optional(),
  active: z.boolean().default(true),
  creditGrants: z.array(CreditGrant).default([]),
  /** Absent: no limit of its own. */
  maxRunningJobs: z.number().int().min(0).optional(),
  /** Share of the installation beside other accounts. */
  weight: z.number().int().min(1).default(1),
  /** Secret with the account's `whsec_` signing secrets. */
  webhookSecretRef: ObjectRef.optional(),
  /** Local queue of Kueue. */
  queueName: z.string().optional(),
});
export type AdAccountSpec = z.infer<typeof AdAccountSpec>;

export const AdAccountStatus = z.object({
  credits: z
    .object({
      granted: z.number().int(),
      reserved: z.number().int(),
      spent: z.number().int(),
      available: z.number().int(),
    })
    .optional(),
  runningJobs: z.number().int().min(0).optional(),
  pendingJobs: z.number().int().min(0).optional(),
  /** Which life of the ledger these numbers belong to, and how far they had come. */
  ledger: z.object({ epoch: z.string(), sequence: z.number().int().min(0), time: Timestamp.optional() }).optional(),
  conditions: z.array(Condition).optional(),
});
export type AdAccountStatus = z.infer<typeof AdAccountStatus>;

export type AdAccount = StoredObject<AdAccountSpec, AdAccountStatus>;
