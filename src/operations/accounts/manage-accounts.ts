import { z } from 'zod';
import { isStoreError } from '../../objects/store-error.ts';
import { ChangedLimits } from '../keys/changed-limits.ts';
import { AdAccountSpec, CreditGrant, OwnerKeys } from '../../schema/adaccount.ts';
import { defineOperation, type By, type Needs } from '../operation.ts';
import { accounts } from '../resource.ts';
import { createObject, editObject, Named, NewName, Unchanged, unlessChanged } from '../write-object.ts';

const { displayName, maxRunningJobs, weight, requireReadableBrand } = AdAccountSpec.shape;
const settings = {
  displayName: displayName.unwrap().exactOptional(),
  maxRunningJobs: maxRunningJobs.unwrap().exactOptional(),
  weight: weight.unwrap().exactOptional(),
  requireReadableBrand: requireReadableBrand.unwrap().exactOptional(),
  ownerKeys: OwnerKeys.exactOptional(),
};

/** Settings of an account in an update. Null removes a setting, so that its default applies. */
const changedSettings = {
  displayName: settings.displayName.unwrap().nullable().exactOptional(),
  maxRunningJobs: settings.maxRunningJobs.unwrap().nullable().exactOptional(),
  weight: settings.weight,
  requireReadableBrand: settings.requireReadableBrand.unwrap().nullable().exactOptional(),
  ownerKeys: z
    .strictObject({
      max: OwnerKeys.shape.max.unwrap().nullable().optional(),
      limits: ChangedLimits.nullable().optional(),
    })
    .nullable()
    .exactOptional(),
};
const { id, amount, note } = CreditGrant.shape;

export const createAccount = defineOperation({
  name: 'account.create',
  summary: 'Create an account, which owns API keys and pays for their jobs, with a first grant of credits.',
  input: Named.extend({ name: NewName, ...settings, credits: amount.exactOptional() }),
  right: { role: 'admin', recentSignIn: true },
  effect: 'changes',
  run: async ({ namespace, name, credits, ...given }, deps: Needs<'store' | 'accountSecrets' | 'newId'>, by) => {
    // Each grant of credits has a new id. The ledger counts an id only once, even after the account was deleted and
    // created again, so a reused id would have no effect.
    const creditGrants = credits === undefined ? [] : [{ id: `initial-${deps.newId()}`, amount: credits }];
    const spec = { weight: 1, ...given, active: true, creditGrants };
    const made = await createObject({ ...deps, by }, accounts, { metadata: { namespace, name }, spec });
    if (made === undefined) return { kind: 'name-taken' as const };
    try {
      await (await deps.accountSecrets()).ensure([{ namespace, name }]);
      return { ...made, secretProblem: undefined };
    } catch (error) {
      // The account already exists, and the controller creates a missing secret later.
      if (isStoreError(error)) return { ...made, secretProblem: error.message };
      throw error;
    }
  },
});

export const updateAccount = defineOperation({
  name: 'account.update',
  summary: 'Change the settings of an account.',
  input: Named.extend({ ...changedSettings, ...Unchanged }),
  right: { role: 'admin' },
  effect: 'changes',
  run: ({ namespace, name, generation, ...spec }, { store }: Needs<'store'>, by) =>
    editObject({ store, by }, accounts, { namespace, name }, unlessChanged(generation, { spec })),
});

export const grantCredits = defineOperation({
  name: 'account.grant',
  summary: 'Grant credits to an account. The id of a grant counts once, so a repeated grant adds nothing.',
  input: Named.extend({ amount, id: id.exactOptional(), note: note.unwrap().exactOptional() }),
  right: { role: 'admin', recentSignIn: true },
  effect: 'changes',
  run: async ({ namespace, name, ...given }, { store, newId }: Needs<'store' | 'newId'>, by) => {
    const grant: CreditGrant = { ...given, id: given.id ?? `grant-${newId()}` };
    const outcome = await editObject({ store, by }, accounts, { namespace, name }, (object) => {
      const grants = object.spec.creditGrants;
      const known = grants.find((one) => one.id === grant.id);
      if (known === undefined)
        return { edit: { spec: { creditGrants: [...grants, grant] }, reported: { after: { grant } } } };
      if (known.amount !== grant.amount) return { instead: { kind: 'other-amount' as const, known } };
      return { edit: {} };
    });
    return { ...outcome, id: grant.id };
  },
});

const switchTo =
  (active: boolean) =>
  (account: z.output<typeof Named>, { store }: Needs<'store'>, by: By) =>
    editObject({ store, by }, accounts, account, () => ({ edit: { spec: { active } } }));

export const activateAccount = defineOperation({
  name: 'account.activate',
  summary: 'Accept requests of an account again.',
  input: Named,
  right: { role: 'admin' },
  effect: 'changes',
  run: switchTo(true),
});

export const deactivateAccount = defineOperation({
  name: 'account.deactivate',
  summary: 'Refuse new requests of an account. Running jobs continue and are delivered.',
  input: Named,
  right: { role: 'admin', recentSignIn: true },
  effect: 'reduces',
  run: switchTo(false),
});
