import type { Handlers } from '#server/contract.ts';
import { requireNotClosed } from '../change-requests/change-requests.policy.ts';
import { loadChangeRequest, loadContentBase } from '../change-requests/content-base.ts';
import { requireImportPermission, requireUnlocked } from './content-import.policy.ts';

/** Few servers import often; the others start without what it takes. */
const loadImporter = () => import('./import-content.ts');

/** Import of content from elsewhere, into spaces and change requests. */
export const contentImportHandlers = {
  async importSpaceContent(request) {
    const base = await loadContentBase(request, { spaceId: request.params.spaceId });
    requireImportPermission(base.level);
    requireUnlocked(base.space);
    return (await loadImporter()).importContent(request, base, request.body);
  },

  async importChangeRequestContent(request) {
    const base = await loadChangeRequest(request, request.params);
    requireImportPermission(base.level);
    requireNotClosed(base.changeRequest);
    return (await loadImporter()).importContent(request, base, request.body);
  },
} satisfies Handlers<'importSpaceContent' | 'importChangeRequestContent'>;
