import { z } from 'zod';
import type { StoredObject } from '../objects/stored-object.ts';
import { KeyLimits } from './apikey.ts';
import {
  Conditions,
  count,
  LabelledName,
  listMap,
  ObjectRef,
  ObservedGeneration,
  Timestamp,
  words,
} from './resource-parts.ts';

/** Message for a change of the amount of a grant, which counts once. */
export const fixedAmount = 'The amount of a grant cannot change. Append another grant.';

export const CreditGrant = z.strictObject({
  id: words(253).min(1).describe('Unique id of the grant. The grant counts once.'),
  amount: count(1_000_000_000)
    .min(1)
    .describe('Number of credits, which cannot change.')
    .meta({ 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: fixedAmount }] }),
  note: words(500).optional().describe('Purpose of the grant.'),
});
export type CreditGrant = z.infer<typeof CreditGrant>;

export const OwnerKeys = z.strictObject({
  max: count(1_000)
    .optional()
    .describe('Maximum number of valid API keys with which an owner can create another one. Absent: 5.'),
  limits: KeyLimits.optional().describe(
    "Limits of API keys that owners create, unless they choose lower ones. A limit that is absent is the installation's, and owners cannot choose it.",
  ),
});

export const AdAccountSpec = z
  .strictObject({
    displayName: words(200).optional().describe('Name of the account for people.'),
    active: z
      .boolean()
      .default(true)
      .describe('False: requests with API keys of the account get 403. Accepted jobs continue.'),
    creditGrants: listMap(CreditGrant, 'id', 1_000)
      .default([])
      .describe('Credits granted to the account. Append grants; never change or remove one.'),
    maxRunningJobs: count(1_000_000)
      .optional()
      .describe('Maximum number of jobs that run at the same time. Absent: the account has no limit.'),
    weight: count(1_000)
      .min(1)
      .default(1)
      .describe('Relative share of the running jobs that the account gets while jobs of several accounts wait.'),
    webhookSecretRef: ObjectRef.optional().describe(
      'Secret of the user with the whsec_ signing secrets for callbacks. Absent: Adwright creates a signing secret.',
    ),
    requireReadableBrand: z
      .boolean()
      .optional()
      .describe(
        "True: if no page that the request names can be read, the job ends FAILED [brand_unreadable] and is not charged. False: the job continues without the pages. Absent: the installation's setting applies.",
      ),
    ownerKeys: OwnerKeys.optional().describe(
      "What owners of the account may do with its API keys. Absent: they may create keys with the installation's limits while the account has fewer than 5 valid keys.",
    ),
    queueName: LabelledName.optional().describe("Name of the Kueue LocalQueue for the stages of the account's jobs."),
  })
  .describe('Grants and limits of an account that pays for jobs.');
export type AdAccountSpec = z.infer<typeof AdAccountSpec>;

const CreditBalance = z.object({
  granted: z.int().describe('Credits granted in total.'),
  reserved: z.int().describe('Credits reserved for unfinished jobs.'),
  spent: z.int().describe('Credits charged for jobs that succeeded.'),
  available: z.int().describe('granted - reserved - spent.'),
});

/**
 * Maximum number of job ids in `status.ledger.retiring` of an AdAccount. This list names jobs whose charge was just
 * added to the account's total of charges of deleted jobs.
 */
export const retiringMax = 1_000;

const LedgerPosition = z.object({
  epoch: words(64).describe('Id of the ledger data. It changes when the ledger is rebuilt after a loss of data.'),
  sequence: z.int().min(0).describe('Number of changes to the ledger since `epoch` last changed.'),
  retired: z.int().min(0).optional().describe('Part of the spent credits that belongs to deleted AdJobs.'),
  retiring: z
    .array(words(64))
    .max(retiringMax)
    .optional()
    .describe('Ids of jobs whose charge is included in `retired` and whose AdJobs may not record this yet.'),
  time: Timestamp.optional().describe('Time at which the controller copied the balance from the ledger.'),
});

export const AdAccountStatus = z
  .object({
    credits: CreditBalance.optional().describe('Copy of the balance in the ledger. The ledger is authoritative.'),
    runningJobs: count().optional().describe('Number of jobs with a running stage.'),
    pendingJobs: count().optional().describe('Number of jobs that wait to start.'),
    ledger: LedgerPosition.optional().describe(
      'State of the ledger (epoch and number of changes) from which `credits` was copied.',
    ),
    observedGeneration: ObservedGeneration,
    conditions: Conditions.optional().describe(
      'Ready: the spec is applied. Stalled: it cannot be. LedgerAvailable: no ledger data is lost. GrantsApplied: grants count as stated. SigningSecret: the created secret is there; if not, callbacks wait. Deleting: what the deletion waits for.',
    ),
  })
  .describe('Balance and jobs of the account, a few seconds old. Written by the controller.');
export type AdAccountStatus = z.infer<typeof AdAccountStatus>;

export type AdAccount = StoredObject<AdAccountSpec, AdAccountStatus>;
