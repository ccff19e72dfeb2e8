import { pageRow, type RoleRow } from './role-row.ts';

const [running, finished] = ['/jobs/{running}', '/jobs/{finished}'];

export const jobRows: readonly RoleRow[] = [
  pageRow('the list of jobs', '/jobs', 200, 200, 200, 200, 200),
  pageRow('the page of a job', running, 200, 200, 200, 200, 404),
  pageRow('the page that asks before a cancellation', `${running}/cancel`, 403, 200, 200, 200, 404),
  pageRow('the page that asks before an erasure', `${finished}/erase`, 403, 200, 200, 403, 403),
  pageRow('the page that asks before a replay', `${finished}/replay`, 403, 200, 200, 200, 404),
  pageRow('the list of deliveries', '/deliveries', 200, 200, 200, 200, 200),
  pageRow('the list of bulk actions', '/bulk', 200, 200, 200, 200, 200),
  pageRow('the playground', '/playground', 403, 200, 200, 403, 403),
  {
    ...{ name: 'making an ad', operation: 'job.create', method: 'post', path: '/playground/image_ad' },
    ...{ at: '/playground/image_ad', statuses: [403, 303, 303, 403, 403] },
    form: { run_as: 'default/acme-key', 'brand_data.brand_url': 'https://brand.example/' },
  },
  {
    ...{ name: 'sending a callback again', operation: 'job.replay_callback', method: 'post' },
    ...{ path: `${finished}/replay`, at: finished, asks: `${finished}/replay`, statuses: [403, 303, 303, 303, 404] },
  },
  {
    ...{ name: 'sending a callback of the list again', operation: 'job.replay_callback', method: 'post' },
    ...{ path: '/deliveries/{finished}/replay', at: '/deliveries', statuses: [403, 303, 303, 303, 404] },
  },
  {
    ...{ name: 'sending all failed callbacks again', operation: 'job.replay_callback', method: 'post' },
    ...{ path: '/deliveries/replay', at: '/deliveries', statuses: [403, 303, 303, 303, 303] },
  },
  {
    ...{ name: 'choosing jobs to send callbacks again', operation: 'job.replay_callback', method: 'post' },
    ...{ path: '/bulk', form: { action: 'replay' }, at: '/jobs', statuses: [403, 303, 303, 303, 303] },
  },
  {
    ...{ name: 'choosing jobs to cancel', operation: 'job.cancel', method: 'post', path: '/bulk' },
    ...{ form: { action: 'cancel' }, at: '/jobs', statuses: [403, 303, 303, 303, 303] },
  },
  {
    ...{ name: 'choosing jobs to erase', operation: 'job.erase', method: 'post', path: '/bulk' },
    ...{ form: { action: 'erase' }, at: '/jobs', statuses: [403, 303, 303, 403, 403] },
  },
  {
    // The bulk action was started by a person with a role, so the owner of its jobs does not see it.
    ...{ name: 'continuing a bulk action', operation: 'job.cancel', method: 'post', path: '/bulk/{bulk}/continue' },
    ...{ at: '/jobs?bulk={bulk}', statuses: [403, 303, 303, 404, 404] },
  },
  {
    ...{ name: 'cancelling a job', operation: 'job.cancel', method: 'post', path: `${running}/cancel` },
    ...{ at: running, asks: `${running}/cancel`, statuses: [403, 303, 303, 303, 404] },
  },
  {
    ...{ name: 'erasing a job', operation: 'job.erase', method: 'post', path: `${finished}/erase` },
    ...{ at: finished, asks: `${finished}/erase`, statuses: [403, 303, 303, 403, 403] },
  },
];
