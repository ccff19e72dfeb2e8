import { cancelJob } from '../schema/endpoints/cancel-job.ts';
import { creates } from '../schema/endpoints/create-ad.ts';
import { deleteJob } from '../schema/endpoints/delete-job.ts';
import { getCredits } from '../schema/endpoints/get-credits.ts';
import { getDocs } from '../schema/endpoints/get-docs.ts';
import { getErrorDocs } from '../schema/endpoints/get-error-docs.ts';
import { getFile } from '../schema/endpoints/get-file.ts';
import { getJob } from '../schema/endpoints/get-job.ts';
import { getOpenApi } from '../schema/endpoints/get-openapi.ts';
import { getPricing } from '../schema/endpoints/get-pricing.ts';
import { listDeliveries } from '../schema/endpoints/list-deliveries.ts';
import { listJobs } from '../schema/endpoints/list-jobs.ts';
import { livez } from '../schema/endpoints/livez.ts';
import { readyz } from '../schema/endpoints/readyz.ts';
import { replayCallback } from '../schema/endpoints/replay-callback.ts';
import type { ApiDeps } from './deps.ts';
import { errorsPage } from './docs/errors-page.ts';
import { OpenApiDocument, openApiDocument } from './docs/openapi-model.ts';
import { referencePage } from './docs/reference-page.ts';
import { cancelJob as handleCancelJob } from './handlers/cancel-job.ts';
import { createAd } from './handlers/create-ad.ts';
import { deleteJob as handleDeleteJob } from './handlers/delete-job.ts';
import { getCredits as handleGetCredits } from './handlers/get-credits.ts';
import { getFile as handleGetFile } from './handlers/get-file.ts';
import { getJob as handleGetJob } from './handlers/get-job.ts';
import { getOpenApi as handleGetOpenApi } from './handlers/get-openapi.ts';
import { getPricing as handleGetPricing } from './handlers/get-pricing.ts';
import { getPage } from './handlers/get-page.ts';
import { listDeliveries as handleListDeliveries } from './handlers/list-deliveries.ts';
import { listJobs as handleListJobs } from './handlers/list-jobs.ts';
import { livez as handleLivez, readyz as handleReadyz } from './handlers/probes.ts';
import { replayCallback as handleReplayCallback } from './handlers/replay-callback.ts';
import type { Route } from './route.ts';

export function createRoutes(deps: ApiDeps): Route[] {
  const { publicUrl } = deps;
  const openApi = () => openApiDocument(publicUrl);
  return [
    ...Array.from(creates, ([type, contract]) => ({ contract, handle: createAd(type, deps) })),
    { contract: getJob, handle: handleGetJob(deps) },
    { contract: listJobs, handle: handleListJobs(deps) },
    { contract: cancelJob, handle: handleCancelJob(deps) },
    { contract: deleteJob, handle: handleDeleteJob(deps) },
    { contract: listDeliveries, handle: handleListDeliveries(deps) },
    { contract: replayCallback, handle: handleReplayCallback(deps) },
    { contract: getCredits, handle: handleGetCredits(deps) },
    { contract: getPricing, handle: handleGetPricing(deps) },
    { contract: getFile, open: handleGetFile(deps) },
    { contract: getOpenApi, open: handleGetOpenApi(openApi) },
    { contract: getDocs, open: getPage(() => referencePage(OpenApiDocument.parse(openApi()), publicUrl)) },
    { contract: getErrorDocs, open: getPage(() => errorsPage(publicUrl)) },
    { contract: livez, open: handleLivez },
    { contract: readyz, open: handleReadyz(deps.readiness) },
  ];
}
