import type { ContentImport, ContentImportResult } from '#api/generated/types.gen.ts';
import { membershipOr404 } from '#server/access/actor.ts';
import { notFound } from '#server/base/errors.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { requireCreatePermission } from '#server/content-tree/require-create-permission.ts';
import { DEFAULT_EMOJI } from '#server/content/pages/default-emoji.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { requireNotClosed, requireUnlocked } from '../change-requests/change-requests.rules.ts';
import { type ContentBase, loadChangeRequest, loadContentBase } from '../change-requests/content-base.ts';
import { addSpace } from '../spaces/space-changes.ts';
import { DEFAULT_TITLE } from '../spaces/spaces.rules.ts';
import { requireImportPermission } from './content-import.rules.ts';
import type { ImportRequest } from './import-content.ts';

/** Loaded lazily: few servers import often. */
const loadImporter = () => import('./import-content.ts');

/** Content import into spaces and change requests. */
export const contentImportHandlers = {
  async importSpaceContent(request) {
    const base = await loadContentBase(request, { spaceId: request.params.spaceId });
    requireImportPermission(base.level);
    requireUnlocked(base.space);
    return importTo(request, base, request.body, 'importSpaceContent');
  },

  async importChangeRequestContent(request) {
    const base = await loadChangeRequest(request, request.params);
    requireImportPermission(base.level);
    requireNotClosed(base.changeRequest);
    return importTo(request, base, request.body, 'importChangeRequestContent');
  },

  async importOrganizationContent(request) {
    const { actor, body, db, params } = request;
    const { organizationId } = params;
    const { spaceId, url, source = 'website' } = body;
    const action = 'importOrganizationContent';
    const viewer = membershipOr404(actor, organizationId);
    if (spaceId !== undefined) {
      const base = await loadContentBase(request, { spaceId });
      if (base.space.organization_id !== organizationId) throw notFound('space');
      requireImportPermission(base.level);
      requireUnlocked(base.space);
      return { ...(await importTo(request, base, { url, source }, action)), space: spaceId };
    }
    const container = { organizationId, parentId: null };
    const level = await requireCreatePermission(db, actor, container);
    const created = { title: titleOf(url), emoji: DEFAULT_EMOJI };
    let space = '';
    const { importContent } = await loadImporter();
    const result = await importContent(request, organizationId, { url, source }, async (trx) => {
      space = await addSpace(trx, { actor, viewer, level }, container, created);
      return { space: { id: space }, changeRequest: null, action };
    });
    return { ...result, space };
  },
} satisfies Handlers<'importSpaceContent' | 'importChangeRequestContent' | 'importOrganizationContent'>;

async function importTo(
  request: ImportRequest,
  base: ContentBase,
  body: ContentImport,
  action: string,
): Promise<ContentImportResult> {
  const { importContent } = await loadImporter();
  return importContent(request, base.space.organization_id, body, async () => ({ ...base, action }));
}

/** The host of the source, as the title of a new space. */
function titleOf(url: string): string {
  return [...(parseUrl(url)?.host ?? '')].slice(0, 50).join('') || DEFAULT_TITLE;
}
