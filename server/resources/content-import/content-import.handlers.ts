import type { Handlers } from '#server/contract/contract.ts';
import { requireNotClosed, requireUnlocked } from '../change-requests/change-requests.rules.ts';
import { loadChangeRequest, loadContentBase } from '../change-requests/content-base.ts';
import { requireImportPermission } from './content-import.rules.ts';

/** Loaded lazily: few servers import often. */
const loadImporter = () => import('./import-content.ts');

/** Content import into spaces and change requests. */
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
