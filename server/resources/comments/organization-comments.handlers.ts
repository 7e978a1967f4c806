import { membershipOr404 } from '#server/access/actor.ts';
import type { Handlers } from '#server/contract.ts';
import { readPage, toEnvelope } from '#server/lists.ts';
import { countVisibleComments, selectVisibleComments } from './comments.queries.ts';
import { toPlaceNames } from './comments.view.ts';
import { commentViewer } from './view-comments.ts';

/** The discussions of a whole organization. */
export const organizationCommentHandlers = {
  async listOrganizationComments(request) {
    const { params, query, actor, db } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    const { order = 'desc', format = 'document', status, space, targetPage, authors } = query;
    const filter = { status, space, targetPage, authors };
    const page = await readPage(request, {
      scope: {
        operation: 'listOrganizationComments',
        organizationId,
        filters: [actor.user.id, status, space, targetPage, authors],
      },
      query: selectVisibleComments(db, viewer, filter),
      order: [
        { column: 'comments.posted_at', direction: order },
        { column: 'comments.id', direction: order },
      ],
      keysOf: (row) => [row.posted_at, row.id],
      count: () => countVisibleComments(db, viewer, filter),
    });
    const view = await commentViewer(request, page.rows, format);
    return toEnvelope(page, (row) => ({ ...view(row, row.level), ...toPlaceNames(row) }));
  },
} satisfies Handlers<'listOrganizationComments'>;
