import { configuredModels } from '../../src/models/config/configured-models.ts';
import { readModelsFile } from '../../src/models/config/read-models-file.ts';
import { readEgressConfig } from '../../src/config/egress-config.ts';
import { readProxySettings } from '../../src/config/proxy-config.ts';
import { lazyEgress } from '../../src/stages/lazy-egress.ts';
import { realModelContract } from '../contract/real-model.ts';

/** Tests with the models of the file that `make test-models` names. They cost money. */
const { config } = readModelsFile(process.env['MODELS'] ?? '');
if (config === null) throw new Error('MODELS must name a valid file with models; see `make test-models`.');
const [settings, { none: noProxy }] = [readEgressConfig(), readProxySettings()];
const access = { settings, noProxy, egress: lazyEgress(settings, noProxy) };
for (const { port, entry } of configuredModels(config)) realModelContract({ port, entry, access });
