import { systemClock } from '../../src/clock/system-clock.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../../src/domain/kinds.ts';
import { redrawContract } from '../contract/redraw.ts';
import { openTestCluster } from '../support/cluster/test-cluster.ts';
import { mirrorInto, PipelineRig, watchAccounts } from '../support/pipeline/pipeline-rig.ts';
import { until } from '../support/process/until.ts';
import { Lab } from './support/lab.ts';

redrawContract('a cluster', async (publicBase) => {
  const lab = await Lab.open('redraw');
  const { namespace } = lab;
  const cluster = openTestCluster();
  const { store } = cluster;
  const rig = await PipelineRig.open(systemClock, { namespace, publicBase });
  await lab.create(adAccountKind.plural, adAccountKind.kind, { name: 'acme', spec: {} });
  const key = { accountRef: { name: 'acme' }, secretHash: 'a'.repeat(64) };
  await lab.create(apiKeyKind.plural, apiKeyKind.kind, { name: 'acme-key', spec: key });
  const stop = new AbortController();
  const accounts = watchAccounts(store, stop.signal);
  const deps = { ...rig.deps, store, accounts, expectMirror: mirrorInto(store, rig.ledger) };
  const jobsLeft = async () => (await store.list(adJobKind, { namespace })).items;
  let jobs = 0;
  return {
    ...{ rig, store, deps, namespace },
    createJob: async (spec) => {
      jobs += 1;
      const name = `job-${jobs}`;
      const { status, body } = await lab.create(adJobKind.plural, adJobKind.kind, { name, spec });
      if (status !== 201) throw new Error(String(body['message']));
      return { namespace, name };
    },
    empty: async () => {
      for (const { metadata } of await jobsLeft()) await store.delete(adJobKind, metadata);
      await until(async () => (await jobsLeft()).length === 0);
    },
    close: async () => {
      stop.abort();
      rig.close();
      await cluster.close();
      await lab.close();
    },
  };
});
