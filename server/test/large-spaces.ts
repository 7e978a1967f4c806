/** The time that people wait for what they do in a space of many pages and files, in one process without the network. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { newId } from '#server/base/ids.ts';
import type { StoredFileRef } from '#server/content/pages/storage.ts';
import { createOrganizationFixture, type OrganizationFixture } from './organization-fixture.ts';
import { SiteEditor } from './site-editor.ts';
import { closeSharedApp, sharedDatabase, startApp } from './test-app.ts';

const PAGES_PER_CHAPTER = 50;

/** Times in ms. */
export interface SpaceTimes {
  open: number;
  save: number;
  /** Bytes of the write-ahead log. */
  savedBytes: number;
  merge: number;
  /** The changed page on the site, after the merge. */
  publishedPage: number;
}

interface LargeSpace {
  measureRound: (round: number) => Promise<SpaceTimes>;
  /** The time in ms of a page of the site, where the server has read nothing of the space. The last thing to measure. */
  measureUnread: (round: number) => Promise<number>;
}

/** Creates spaces of books on published sites, one for each size, in one database. */
export async function createLargeSpaces(
  sizes: readonly { pages: number; files: number }[],
): Promise<{ spaces: LargeSpace[]; close: () => Promise<void> }> {
  const database = await sharedDatabase();
  const { app, close: closeApp } = await startApp({ database, checkResponses: false });
  const fixture = await createOrganizationFixture();
  const spaces: LargeSpace[] = [];
  for (const size of sizes) {
    const { spaceId, base } = await createBook(fixture, size);
    spaces.push({
      measureRound: (round) => measureRound(app, fixture, { ...size, spaceId, base, round }),
      measureUnread: async (round) => {
        await renewRevision(spaceId);
        const start = performance.now();
        const { statusCode } = await app.inject({ url: base + pathOf(pageOf(round, size.pages)) });
        if (statusCode !== 200) throw new Error(`The site returned ${statusCode}.`);
        return performance.now() - start;
      },
    });
  }
  return { spaces, close: () => closeApp().then(closeSharedApp) };
}

const pathOf = (page: number): string => `chapter-${Math.floor(page / PAGES_PER_CHAPTER)}/page-${page}`;

/** A book whose pages have a link to another page and a picture, on a published site. */
async function createBook(fixture: OrganizationFixture, { pages, files }: { pages: number; files: number }) {
  const pictures = Array.from({ length: files }, (_, n): StoredFileRef => ({
    id: newId(),
    name: `picture-${n}.png`,
    contentType: 'image/png',
    size: 1000 + n,
    width: 100,
    height: 100,
    git: { path: `assets/picture-${n}.png` },
  }));
  const chapters = Array.from({ length: Math.ceil(pages / PAGES_PER_CHAPTER) }, (_, chapter) => ({
    title: `Chapter ${chapter}`,
    text: 'The tide comes in.\n',
    pages: Array.from({ length: Math.min(PAGES_PER_CHAPTER, pages) }, (_page, at) => {
      const page = chapter * PAGES_PER_CHAPTER + at;
      return {
        id: pageId(pages, page),
        title: `Page ${page}`,
        text: textOf(page, pages, files),
        git: { path: `${pathOf(page)}.md` },
      };
    }),
  }));
  const site = await SiteEditor.open(fixture, { title: 'Tides', published: true, visibility: 'public' });
  await site.addSiteSpace(null, 'Guide');
  const { spaceId } = await site.write('Guide', chapters, pictures);
  return { spaceId, base: `/published/${fixture.organization.id}/${site.id}/` };
}

const pageOf = (round: number, pages: number): number => (round * 13 + 5) % pages;

const pageId = (pages: number, page: number): string => `book${pages}page${page}`.padEnd(20, 'x');

const textOf = (page: number, pages: number, files: number): string =>
  `## Level\n\n${`Gauge ${page} is read at noon. `.repeat(12)}\n\n![A gauge](../assets/picture-${page % files}.png)\n\nSee [another](../${pathOf((page * 7 + 3) % pages)}.md).\n`;

/** Edits a page, merges it and reads it on the site. */
async function measureRound(
  app: FastifyInstance,
  { admin }: OrganizationFixture,
  space: { pages: number; files: number; spaceId: string; base: string; round: number },
): Promise<SpaceTimes> {
  const { pages, files, spaceId, base, round } = space;
  const page = pageOf(round, pages);
  const send = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const start = performance.now();
    const { statusCode, body } = await app.inject({ method, url, headers, ...(payload && { payload }) });
    const ms = performance.now() - start;
    if (statusCode >= 300) throw new Error(`${method} ${url} returned ${statusCode}: ${body}`);
    return { ms, body };
  };
  const changeRequests = `/v1/spaces/${spaceId}/change-requests`;
  const created = await send('POST', changeRequests, { subject: `Round ${round}` });
  const url = `${changeRequests}/${String(JSON.parse(created.body).id)}`;
  const open = await send('GET', `${url}/content/page/${pageId(pages, page)}?format=markdown`);
  const before = await loggedBytes();
  const markdown = `${textOf(page, pages, files)}\nRound ${round}.\n`;
  const changes = [{ operation: 'update_page', page: pageId(pages, page), document: { markdown } }];
  const save = await send('POST', `${url}/content`, { changes });
  const savedBytes = (await loggedBytes()) - before;
  const merge = await send('POST', `${url}/merge`, {});
  const published = await send('GET', base + pathOf(page));
  if (!published.body.includes(`Round ${round}.`)) throw new Error('The site has an older page.');
  return { open: open.ms, save: save.ms, savedBytes, merge: merge.ms, publishedPage: published.ms };
}

/** Gives the revision of a space and its parts other names, which no cache has. */
async function renewRevision(spaceId: string): Promise<void> {
  const { db } = await sharedDatabase();
  const revisionId = newId();
  const renamed = (parts: string) => sql`(
    select jsonb_agg(${revisionId} || id order by at)
    from unnest(${sql.ref(parts)}) with ordinality as part (id, at)
  )`;
  await sql`
    insert into revision_rows
    select renewed.* from spaces join revision_rows as revision on revision.id = spaces.revision_id,
      jsonb_populate_record(null::revision_rows, to_jsonb(revision) || jsonb_build_object(
        'id', ${revisionId}::text,
        'page_parts', ${renamed('revision.page_parts')},
        'file_parts', ${renamed('revision.file_parts')}
      )) as renewed
    where spaces.id = ${spaceId}`.execute(db);
  await sql`
    update revision_parts as part set id = ${revisionId} || part.id
    from spaces join revision_rows as revision on revision.id = spaces.revision_id
    where spaces.id = ${spaceId} and part.space_id = spaces.id
      and part.id = any(revision.page_parts || revision.file_parts)`.execute(db);
  await sql`update spaces set revision_id = ${revisionId} where id = ${spaceId}`.execute(db);
}

async function loggedBytes(): Promise<number> {
  const { db } = await sharedDatabase();
  const { rows } = await sql<{
    at: number;
  }>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as at`.execute(db);
  return rows[0]?.at ?? Number.NaN;
}
