/** Words for the states of things. A state has the same word on every page, as does an entry of the ledger. */
export const states = {
  phases: { PENDING: 'Waiting', PROCESSING: 'Running', SUCCESS: 'Succeeded', FAILED: 'Failed' },
  stages: { Pending: 'Waiting', Running: 'Running', Succeeded: 'Succeeded', Failed: 'Failed', Skipped: 'Skipped' },
  deliveries: {
    pending: 'Waiting',
    delivered: 'Delivered',
    gave_up: 'Gave up',
    gone: 'Refused with 410',
    abandoned: 'Abandoned',
  },
  deliveryAttempts: { delivered: 'Delivered', failed: 'Failed', gone: 'Refused with 410' },
  ledgerEntries: { grant: 'Granted', reserve: 'Reserved', settle: 'Charged', release: 'Released' },
};
