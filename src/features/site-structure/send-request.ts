/** Sends one request of a unit through the generated client. */
import * as api from '#src/api/generated/sdk.gen.ts';
import type { Answer, Send } from './run-steps.ts';
import type { StepRequest } from './step-requests.ts';
import type { SitePath } from './structure-query.ts';

const nothing: Answer = {};

/** Makes the sender for one site. It rejects with the `ApiError` of the request. */
export function sender(site: SitePath): Send {
  return async (request) => {
    switch (request.operation) {
      case 'createSiteSection': {
        const { data } = await api.createSiteSection({ path: site, body: request.body, throwOnError: true });
        return { id: data.id, firstSiteSpace: data.siteSpaces[0]?.id };
      }
      case 'createSiteSpace': {
        const { data } = await api.createSiteSpace({ path: site, body: request.body, throwOnError: true });
        return { id: data.id };
      }
      case 'createSiteSectionGroup': {
        const { data } = await api.createSiteSectionGroup({
          path: site,
          body: request.body,
          throwOnError: true,
        });
        return { id: data.id };
      }
      default:
        await change(request, site);
        return nothing;
    }
  };
}

async function change(
  request: Exclude<StepRequest, { operation: `create${string}` }>,
  site: SitePath,
): Promise<void> {
  switch (request.operation) {
    case 'moveSiteSection':
      await api.moveSiteSection({
        path: { ...site, ...request.path },
        body: request.body,
        throwOnError: true,
      });
      return;
    case 'moveSiteSectionGroup':
      await api.moveSiteSectionGroup({
        path: { ...site, ...request.path },
        body: request.body,
        throwOnError: true,
      });
      return;
    case 'moveSiteSpace':
      await api.moveSiteSpace({ path: { ...site, ...request.path }, body: request.body, throwOnError: true });
      return;
    case 'addSectionToGroup':
      await api.addSectionToGroup({
        path: { ...site, ...request.path },
        body: request.body,
        throwOnError: true,
      });
      return;
    case 'removeSectionFromGroup':
      await api.removeSectionFromGroup({ path: { ...site, ...request.path }, throwOnError: true });
      return;
    case 'updateSiteSection':
      await api.updateSiteSection({
        path: { ...site, ...request.path },
        body: request.body,
        throwOnError: true,
      });
      return;
    case 'updateSiteSectionGroup':
      await api.updateSiteSectionGroup({
        path: { ...site, ...request.path },
        body: request.body,
        throwOnError: true,
      });
      return;
    case 'updateSiteSpace':
      await api.updateSiteSpace({
        path: { ...site, ...request.path },
        body: request.body,
        throwOnError: true,
      });
      return;
    case 'updateSite':
      await api.updateSite({ path: site, body: request.body, throwOnError: true });
      return;
    case 'deleteSiteSection':
      await api.deleteSiteSection({ path: { ...site, ...request.path }, throwOnError: true });
      return;
    case 'deleteSiteSectionGroup':
      await api.deleteSiteSectionGroup({ path: { ...site, ...request.path }, throwOnError: true });
      return;
    case 'deleteSiteSpace':
      await api.deleteSiteSpace({ path: { ...site, ...request.path }, throwOnError: true });
  }
}
