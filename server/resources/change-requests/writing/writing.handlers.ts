import { badValue } from '#server/base/errors.ts';
import { signUrl } from '#server/base/signed-url.ts';
import { prepareTexts } from '#server/content/stored/parsed-texts.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { loadSpace } from '../../spaces/spaces.queries.ts';
import { requireEditPermission, requireUnlocked } from '../change-requests.rules.ts';
import { changeContext, loadForEditing, viewChangeRequest } from '../content-base.ts';
import { withStopsRecorded } from '../merge-rules/merge-stops.ts';
import { prepareMerge } from '../merge-versions.ts';
import { isFileName } from './content-edits.ts';
import { openDraft } from './drafts.ts';
import { editSpace } from './edit-content.ts';
import { prepareEdits } from './prepare-edits.ts';
import { reserveUpload } from './reserve-upload.ts';
import { restoreRevision } from './restore-revision.ts';
import { addInverse, inverseOf } from './undo-merge.ts';

/** Editing spaces without a change request, and what writers need for both. */
export const writingHandlers = {
  async createFileUpload(request) {
    const { db, actor, params, body, service, clock } = request;
    const { level } = await loadSpace(db, actor, params.spaceId);
    requireEditPermission(level);
    const { name, size } = body;
    if (!isFileName(name)) throw badValue('body.name', 'must not contain slashes or control characters');
    const now = clock.now();
    const id = await reserveUpload(
      db,
      { spaceId: params.spaceId, userId: actor.user.id },
      { name, size, now },
    );
    const url = signUrl(service, `/uploads/${id}`, now);
    const expires = Number(new URL(url).searchParams.get('expires'));
    return { object: 'file-upload', id, name, url, expiresAt: new Date(expires * 1000).toISOString() };
  },

  async editSpaceContent(request) {
    const { db, actor, params, body } = request;
    const { row: space, level } = await loadSpace(db, actor, params.spaceId);
    requireEditPermission(level);
    requireUnlocked(space);
    const changes = await prepareEdits(request, params.spaceId, body.changes);
    const texts = changes.flatMap(({ document }) => document?.markdown ?? []);
    await prepareTexts(db, texts, space.organization_id);
    const edits = { changes, revision: body.revision };
    const context = { organizationId: space.organization_id, spaceId: space.id, userId: actor.user.id };
    const now = request.clock.now();
    const { content: _content, ...written } = await withStopsRecorded(
      db,
      { ...context, attempt: 'edit', now },
      () => inTransaction(db, (trx) => editSpace(trx, space.id, edits, changeContext(request))),
    );
    return written;
  },

  async openDraft(request) {
    const { db, actor, params, body } = request;
    const { spaceId } = params;
    const { level } = await loadSpace(db, actor, spaceId);
    requireEditPermission(level);
    const draft = { spaceId, pageId: body.page };
    const changeRequestId = await inTransaction(db, (trx) => openDraft(trx, draft, changeContext(request)));
    return viewChangeRequest(request, { spaceId, changeRequestId });
  },

  async undoMerge(request) {
    const { db } = request;
    const { changeRequest, spaceId } = await loadForEditing(request);
    const inverse = await inverseOf(db, changeRequest);
    const { organization_id, space_revision_id: current } = changeRequest;
    const prepared =
      current === inverse.revision_initial
        ? undefined
        : await prepareMerge(db, { ...inverse, organization_id }, current);
    const context = changeContext(request);
    const changeRequestId = await inTransaction(db, (trx) =>
      addInverse(trx, changeRequest, inverse, context, prepared),
    );
    return viewChangeRequest(request, { spaceId, changeRequestId });
  },

  async restoreRevision(request) {
    const { db, actor, params } = request;
    const { spaceId } = params;
    const { level } = await loadSpace(db, actor, spaceId);
    requireEditPermission(level);
    const changeRequestId = await inTransaction(db, (trx) =>
      restoreRevision(trx, params, changeContext(request)),
    );
    return viewChangeRequest(request, { spaceId, changeRequestId });
  },
} satisfies Handlers<'createFileUpload' | 'editSpaceContent' | 'openDraft' | 'undoMerge' | 'restoreRevision'>;
