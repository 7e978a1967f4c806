import type { FastifyRequest } from 'fastify';
import type { PageTemplate, PageTemplateText } from '#api/generated/types.gen.ts';
import { assertIfMatch } from '#server/base/etag.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { requireEditPermission } from '../change-requests/change-requests.rules.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import {
  addTemplate,
  countTemplates,
  findTemplate,
  removeTemplate,
  renameTemplate,
  selectTemplates,
} from './page-templates.queries.ts';

/** Texts that new pages begin with: whoever writes in a space chooses, keeps and deletes them. */
export const pageTemplateHandlers = {
  async listPageTemplates(request) {
    const { params, db } = request;
    const { spaceId, organizationId } = await loadForWriting(request, params.spaceId);
    const page = await readPage(request, {
      scope: { operation: 'listPageTemplates', organizationId, filters: [spaceId] },
      query: selectTemplates(db, spaceId),
      order: [
        { column: 'page_templates.title', direction: 'asc' },
        { column: 'page_templates.id', direction: 'asc' },
      ],
      count: () => countTemplates(db, spaceId),
    });
    return toEnvelope(page, toView);
  },

  async createPageTemplate(request) {
    const { params, body, actor, db, clock } = request;
    const context = await loadForWriting(request, params.spaceId);
    const row = await inTransaction(db, (trx) =>
      addTemplate(trx, { ...context, actor, now: clock.now() }, body),
    );
    return toTextView(row);
  },

  async getPageTemplate(request) {
    await loadForWriting(request, request.params.spaceId);
    return toTextView(await findTemplate(request.db, request.params));
  },

  async updatePageTemplate(request) {
    const { params, body, actor, db, clock } = request;
    const context = await loadForWriting(request, params.spaceId);
    const row = await inTransaction(db, (trx) =>
      renameTemplate(trx, { ...params, ...context, actor, now: clock.now() }, body.title, (updatedAt) =>
        assertIfMatch(request, updatedAt),
      ),
    );
    return toTextView(row);
  },

  async deletePageTemplate(request) {
    const { params, actor, db, clock } = request;
    const context = await loadForWriting(request, params.spaceId);
    await inTransaction(db, (trx) => removeTemplate(trx, { ...params, ...context, actor, now: clock.now() }));
  },
} satisfies Handlers<
  'listPageTemplates' | 'createPageTemplate' | 'getPageTemplate' | 'updatePageTemplate' | 'deletePageTemplate'
>;

/** 404 where the caller cannot see the space, 403 where they may not write in it. */
async function loadForWriting({ db, actor }: Pick<FastifyRequest, 'db' | 'actor'>, id: string) {
  const { row, level } = await loadSpace(db, actor, id);
  requireEditPermission(level);
  return { spaceId: row.id, organizationId: row.organization_id };
}

const toView = (row: Omit<Row<'page_templates'>, 'space_id' | 'markdown'>): PageTemplate => ({
  object: 'page-template',
  id: row.id,
  title: row.title,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const toTextView = (row: Row<'page_templates'>): PageTemplateText => ({
  ...toView(row),
  markdown: row.markdown,
});
