/** A space that is synchronized with a repository on this machine, for tests. */
import type { Transaction } from 'kysely';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '#server/base/ids.ts';
import { flattenPages, withPaths } from '#server/content/pages/page-tree.ts';
import { documentIdOf, type StoredContent, type StoredPage } from '#server/content/pages/storage.ts';
import { getRevision, loadTexts } from '#server/content/stored/revisions.ts';
import { lockSpaceContent, writeRevision } from '#server/content/stored/write-revision.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type {
  GitConnection,
  SyncContext,
  SyncOptions,
  SyncOutcome,
} from '#server/git-sync/git-connection.ts';
import { syncConnection } from '#server/git-sync/sync-connection.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { testApp } from '#server/test/test-app.ts';

let shared: Promise<OrganizationFixture> | undefined;

/** A space with its connection. */
export class SyncedSpace {
  readonly world: OrganizationFixture;
  readonly connection: GitConnection;
  readonly context: SyncContext;

  private constructor(world: OrganizationFixture, connection: GitConnection, context: SyncContext) {
    this.world = world;
    this.connection = connection;
    this.context = context;
  }

  static async create(url: string, changes: Partial<GitConnection> = {}): Promise<SyncedSpace> {
    shared ??= createOrganizationFixture();
    const world = await shared;
    const { db, clock } = await testApp();
    const organizationId = world.organization.id;
    const space = await createSpace({ organizationId, defaultLevel: 'inherit' });
    const connection: GitConnection = {
      id: newId(),
      organizationId,
      spaceId: space.id,
      url,
      branch: 'main',
      directory: '',
      initial: 'repository',
      messageTemplate: '',
      authorEmails: 'account',
      noReplyHost: 'bindery.test',
      acceptsConversion: false,
      ...changes,
    };
    const actor = { user: world.editor };
    return new SyncedSpace(world, connection, {
      db,
      clock,
      fetcher: createFetcher({ allowPrivate: true }),
      storage: undefined,
      workFolder: await mkdtemp(join(tmpdir(), 'bindery-work-')),
      action: 'updateSpace',
      needsReview: async () => false,
      openChangeRequest: (trx, draft) => addDraft(trx, draft, { actor, now: clock.now() }),
      addRedirects: async () => [],
    });
  }

  sync(options?: SyncOptions): Promise<SyncOutcome> {
    return syncConnection(this.context, this.connection, options);
  }

  async content(): Promise<StoredContent & { id: string }> {
    const { db } = this.context;
    const row = await db
      .selectFrom('spaces')
      .select('revision_id')
      .where('id', '=', this.connection.spaceId)
      .executeTakeFirstOrThrow();
    return getRevision(db, this.connection.spaceId, row.revision_id);
  }

  /** Pages with their texts, by title. */
  async texts(): Promise<Record<string, string>> {
    const pages = flattenPages((await this.content()).pages);
    const ids = pages.flatMap(({ documentId }) => documentId ?? []);
    const texts = await loadTexts(this.context.db, ids);
    return Object.fromEntries(
      pages.map(({ title, documentId = '' }) => [title, texts.get(documentId) ?? '']),
    );
  }

  async findPage(title: string): Promise<StoredPage | undefined> {
    return flattenPages((await this.content()).pages).find((one) => one.title === title);
  }

  async page(title: string): Promise<StoredPage> {
    const page = await this.findPage(title);
    if (!page) throw new Error(`There is no page ${title}.`);
    return page;
  }

  /** Writes a revision as a person. */
  edit(change: (content: StoredContent) => { content: StoredContent; texts?: string[] }): Promise<string> {
    const { db, clock } = this.context;
    return inTransaction(db, async (trx) => {
      const space = await lockSpaceContent(trx, this.connection.spaceId);
      const { pages, files, reusableContents, book } = await getRevision(trx, space.id, space.revision_id);
      const { content, texts = [] } = change({ pages, files, reusableContents, ...(book && { book }) });
      return writeRevision(trx, {
        target: { space },
        type: 'edits',
        content: { ...content, pages: withPaths(content.pages) },
        texts,
        actor: { user: this.world.editor },
        now: clock.now(),
        audit: { action: 'updateSpace', summary: 'Edited pages.' },
      });
    });
  }

  /** Gives a page another text. */
  write(title: string, text: string): Promise<string> {
    return this.edit(({ pages, ...content }) => ({
      content: { ...content, pages: changePage(pages, title, { documentId: documentIdOf(text) }) },
      texts: [text],
    }));
  }

  end(): Promise<void> {
    return rm(this.context.workFolder, { recursive: true, force: true });
  }
}

/** Pages of which one has other fields. */
export function changePage(
  pages: readonly StoredPage[],
  title: string,
  fields: Partial<StoredPage>,
): StoredPage[] {
  return pages.map((page) => ({
    ...page,
    ...(page.title === title && fields),
    pages: changePage(page.pages, title, fields),
  }));
}

type Draft = Parameters<SyncContext['openChangeRequest']>[1];

async function addDraft(
  trx: Transaction<Database>,
  { spaceId, subject, base }: Draft,
  context: { actor: { user: { id: string } }; now: Date },
): Promise<string> {
  const space = await lockSpaceContent(trx, spaceId);
  const id = newId();
  await trx
    .insertInto('change_requests')
    .values({
      id,
      organization_id: space.organization_id,
      space_id: spaceId,
      number: Date.now() % 1_000_000,
      status: 'draft',
      subject,
      created_by: context.actor.user.id,
      revision_id: base,
      revision_initial: base,
      revision_merged_ancestor: null,
      revision_merged: null,
      contributors: [],
      created_at: context.now,
      updated_at: context.now,
    })
    .execute();
  return id;
}

/** A page that a space has from no repository. */
export const newPage = (title: string, text: string, pages: StoredPage[] = []): StoredPage => ({
  id: `page-${title}`,
  type: 'document',
  title,
  slug: title.toLowerCase(),
  path: title.toLowerCase(),
  documentId: documentIdOf(text),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  pages,
});
