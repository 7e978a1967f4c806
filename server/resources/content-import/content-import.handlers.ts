import type { Handlers } from '#server/contract.ts';
import { requireUnfinished } from '../change-requests/change-requests.policy.ts';
import { loadChangeRequest, loadContentBase } from '../change-requests/content-base.ts';
import { requireImporting, requireLive } from './content-import.policy.ts';

/** Few servers import often; the others start without what it takes. */
const load = () => import('./import-content.ts');

/** Import of content from elsewhere, into spaces and change requests. */
export const contentImportHandlers = {
  async importSpaceContent(request) {
    const base = await loadContentBase(request, { spaceId: request.params.spaceId });
    requireImporting(base.level);
    requireLive(base.space);
    return (await load()).importContent(request, base, request.body);
  },

  async importChangeRequestContent(request) {
    const base = await loadChangeRequest(request, request.params);
    requireImporting(base.level);
    requireUnfinished(base.changeRequest);
    return (await load()).importContent(request, base, request.body);
  },
} satisfies Handlers<'importSpaceContent' | 'importChangeRequestContent'>;
