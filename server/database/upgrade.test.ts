// @module-tag both-engines
import { type Kysely, type Migration, sql } from 'kysely';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LinkItem } from '#api/generated/types.gen.ts';
import { LEVEL } from '#server/access/roles.ts';
import { hashSecret, newToken } from '#server/access/tokens.ts';
import { newId } from '#server/base/ids.ts';
import { documentIdOf } from '#server/content/pages/storage.ts';
import { linkJobs } from '#server/content/stored/count-links.ts';
import { catchUpIndex, indexJobs } from '#server/content/stored/index-space.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { PIXEL } from '#server/test/content-factories.ts';
import { startApp } from '#server/test/test-app.ts';
import { openEmptyDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { migrate } from './migrate.ts';
import type { Database } from './tables/schema.ts';

const migrationsFolder = join(import.meta.dirname, 'migrations');
const seedFolder = join(import.meta.dirname, '../seed');

/** The migrations of a version whose last one was `last`. */
async function migrationsUpTo(last: string): Promise<Record<string, Migration>> {
  const names = readdirSync(migrationsFolder)
    .filter((file) => /^\d/.test(file))
    .map((file) => basename(file, '.ts'))
    .filter((name) => name <= last);
  const migrations = names.map(async (name) => [name, await import(`./migrations/${name}.ts`)] as const);
  return Object.fromEntries(await Promise.all(migrations));
}

/** Headings with signs that versions name in different ways, and blocks that versions before showed as text. */
const HEADINGS = `## Überblick & Größe (neu!)

## What's \`new\`?

## Same

## Same

### 1. First *step*

## 100 % <b>sure</b>

## 日本語 の 見出し

## A_b__c

## [Linked](https://a.example/) heading

## 😀 Smile

{% hint style="info" %}
## In a hint

Hello
{% endhint %}

<details>
<summary>More</summary>

## In details

y

</details>

## Last {#own-anchor}
`;

/** The names that the version with `066-offered-addresses` gave these headings. */
const FORMER_ANCHORS = [
  'uberblick-große-neu',
  'what-s-new',
  'same',
  'same-1',
  '1-first-step',
  '100-sure',
  '日本語-の-見出し',
  'a-b-c',
  'linked-heading',
  'smile',
  'in-a-hint',
  'in-details',
  'last-own-anchor',
];

interface FormerPage {
  id: string;
  type: 'document' | 'group';
  title: string;
  slug: string;
  path: string;
  documentId?: string;
  git?: { path: string };
  createdAt: string;
  updatedAt: string;
  pages: FormerPage[];
}

/** What an installation has before it is updated. */
class FormerInstallation {
  readonly #hasFiles: boolean;
  readonly organizationId = newId();
  readonly userId = newId();
  readonly token = newToken();
  readonly spaceId = newId();
  readonly siteId = newId();
  readonly fileId = newId();
  readonly texts = new Map<string, string>();
  readonly pages: FormerPage[];
  readonly headingsId: string;
  readonly linksId: string;

  /** @param hasFiles whether pages came from files */
  constructor(hasFiles: boolean) {
    this.#hasFiles = hasFiles;
    const headings = this.#page('', 'Headings', HEADINGS);
    this.headingsId = headings.id;
    const anchors = FORMER_ANCHORS.map(
      (anchor) => `[${anchor}](/pages/${headings.id}#${encodeURIComponent(anchor)})`,
    );
    const links = `${anchors.join('\n')}\n\n[One](/pages/nowhere) [Two](/pages/${headings.id}#nope)\n\n![Dot](/files/${this.fileId})\n`;
    const seeds = readdirSync(seedFolder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.md'),
    );
    const linked = this.#page('', 'Links', links);
    this.linksId = linked.id;
    this.pages = [
      headings,
      linked,
      ...seeds.toSorted().map((path) => this.#page('', path, readFileSync(join(seedFolder, path), 'utf8'))),
      // So many that versions since store the list in parts.
      ...Array.from({ length: 12 }, (_, chapter) => this.#chapter(chapter)),
    ];
  }

  #page(above: string, title: string, text?: string): FormerPage {
    const id = newId();
    const slug = title.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
    if (text !== undefined) this.texts.set(id, text);
    return {
      id,
      type: text === undefined ? 'group' : 'document',
      title,
      slug,
      path: above === '' ? slug : `${above}/${slug}`,
      ...(text !== undefined && { documentId: documentIdOf(text) }),
      ...(text !== undefined && this.#hasFiles && { git: { path: `${above}${slug}.md` } }),
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-02T00:00:00.000Z',
      pages: [],
    };
  }

  #chapter(at: number): FormerPage {
    const chapter = this.#page('', `Chapter ${at}`);
    const pages = Array.from({ length: 12 }, (_, page) =>
      this.#page(chapter.path, `Sheet ${page}`, `Sheet ${page} of chapter ${at} names the gauge.\n`),
    );
    return { ...chapter, pages };
  }

  /** Writes the rows of these versions, in SQL that knows nothing of this version. */
  async write(db: Kysely<Database>): Promise<void> {
    const revisionId = newId();
    const { organizationId, userId, spaceId, siteId, fileId } = this;
    const files = [
      { id: fileId, name: 'dot.png', contentType: 'image/png', size: PIXEL.length, width: 1, height: 1 },
    ];
    await sql`insert into organizations (id, title) values (${organizationId}, 'Former Press')`.execute(db);
    await sql`insert into users (id, display_name, email) values (${userId}, 'Ada', ${`${userId}@press.example`})`.execute(
      db,
    );
    await sql`insert into members (organization_id, user_id, role, search_text)
      values (${organizationId}, ${userId}, ${LEVEL.admin}, 'ada')`.execute(db);
    await sql`insert into tokens (id, user_id, name, hash) values (${newId()}, ${userId}, 'test', ${hashSecret(this.token)})`.execute(
      db,
    );
    await sql`insert into spaces (id, organization_id, title, ancestor_path, grant_path, resolved_level, rank, revision_id)
      values (${spaceId}, ${organizationId}, 'Guide', '{}', ${[spaceId]}::text[], ${LEVEL.read}, 'a0', ${revisionId})`.execute(
      db,
    );
    for (const text of new Set(this.texts.values()))
      await sql`insert into documents (id, markdown) values (${documentIdOf(text)}, ${text})`.execute(db);
    await sql`insert into revisions (id, space_id, pages, files)
      values (${revisionId}, ${spaceId}, ${JSON.stringify(this.pages)}::jsonb, ${JSON.stringify(files)}::jsonb)`.execute(
      db,
    );
    await sql`insert into files (id, space_id, name, content_type, size, width, height, data)
      values (${fileId}, ${spaceId}, 'dot.png', 'image/png', ${PIXEL.length}, 1, 1, ${PIXEL})`.execute(db);
    await sql`insert into space_indexes (space_id, revision_id, version, links, broken)
      values (${spaceId}, ${revisionId}, 1, 16, 2)`.execute(db);
    await sql`insert into sites (id, organization_id, title, visibility, share_key, published)
      values (${siteId}, ${organizationId}, 'Guide', 'public', 'key', true)`.execute(db);
    await sql`insert into site_spaces (id, site_id, space_id, path, is_default, rank)
      values (${newId()}, ${siteId}, ${spaceId}, 'guide', true, 'a0')`.execute(db);
    // What it had made of the texts: HTML of its own, with a block as text, and places without what it did not know.
    const html = { parts: ['<p>{% hint %}</p>'], headings: [] };
    await sql`insert into document_facts (document_id, version, links, anchors, sections, html_version, html)
      select id, 2, '[]', '[]', '[]', 3, ${JSON.stringify(html)}::json from documents`.execute(db);
  }
}

describe.each([
  // The release before texts of files kept their bytes.
  { last: '066-offered-addresses', hasFiles: false },
  // Before long lists were in parts.
  { last: '073-search-languages', hasFiles: true },
])('an installation whose last migration was $last', ({ last, hasFiles }) => {
  const former = new FormerInstallation(hasFiles);
  let database: TestDatabase;
  let server: Awaited<ReturnType<typeof startApp>>;

  beforeAll(async () => {
    database = await openEmptyDatabase();
    await migrate(database.db, { migrations: await migrationsUpTo(last) });
    await former.write(database.db);
    await migrate(database.db);
    server = await startApp({ database });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const send = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${former.token}` };
    const response = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
    if (response.statusCode >= 300)
      throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
    return response.json();
  };
  const read = (path: string) =>
    server.app.inject({
      url: `/published/${former.organizationId}/${former.siteId}/${path}`,
      headers: { accept: 'text/html' },
    });
  const spaceUrl = `/v1/spaces/${former.spaceId}`;

  /** The Markdown of all pages by id, in the order of the tree. */
  async function readTexts(): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    for (const id of former.texts.keys())
      texts.set(id, (await send('GET', `${spaceUrl}/content/page/${id}?format=markdown`)).markdown);
    return texts;
  }

  it('has all texts, byte for byte, and all pages in their order', async () => {
    expect(await readTexts()).toEqual(former.texts);
    const outline = (pages: readonly FormerPage[]): unknown[] =>
      pages.map(({ id, title, path, pages: below = [] }) => [id, title, path, outline(below)]);
    const { pages } = await send('GET', `${spaceUrl}/content/pages`);
    expect(outline(pages)).toEqual(outline(former.pages));
  });

  it('shows every page to visitors at its address, with blocks and the names that headings had', async () => {
    const paths = former.pages.flatMap(({ type, path, pages }) =>
      type === 'document' ? [path] : pages.map((page) => page.path),
    );
    // The first page is at the address of the site.
    for (const path of ['', ...paths.slice(1)]) expect((await read(path)).statusCode, path).toBe(200);
    const { body } = await read('');
    expect(body.includes('{% ')).toBe(false);
    expect(/<aside [^>]*data-kind="info">.*In a hint/.test(body)).toBe(true);
    const names = new Set([...body.matchAll(/ id="([^"]*)"/g)].map(([, name]) => name));
    expect(FORMER_ANCHORS.filter((anchor) => !names.has(anchor))).toEqual([]);
  });

  it('shows the files that texts have', async () => {
    const { body } = await read('links');
    const [, address = ''] = / src="([^"]*dot\.png)"/.exec(body) ?? [];
    const file = await server.app.inject({ url: address });
    expect(file.rawPayload).toEqual(PIXEL);
  });

  it('finds words and counts as many broken links as before, once its jobs have run', async () => {
    await catchUpIndex(server.db);
    await runDueJobs(server.db, { ...indexJobs, ...linkJobs }, server.clock);
    const { items } = await send('GET', `${spaceUrl}/search?query=gauge`);
    expect(items.length).toBeGreaterThan(0);
    const { items: links } = await send('GET', `${spaceUrl}/links?status=broken&limit=1000`);
    const broken = links.filter(({ locationReferences }: LinkItem) =>
      locationReferences.some(({ page }) => page?.id === former.linksId),
    );
    const targets = broken.map(({ targetReference }: LinkItem) => targetReference?.url);
    expect(targets.toSorted()).toEqual([`/pages/${former.headingsId}#nope`, '/pages/nowhere'].toSorted());
  });

  it('is edited and merged: one page changes, all others stay', async () => {
    const { id } = await send('POST', `${spaceUrl}/change-requests`, { subject: 'One page' });
    const url = `${spaceUrl}/change-requests/${id}`;
    const page = former.headingsId;
    await send('POST', `${url}/content`, {
      changes: [{ operation: 'update_page', page, document: { markdown: 'New.\n' } }],
    });
    await send('POST', `${url}/merge`, {});
    expect(await readTexts()).toEqual(new Map([...former.texts, [page, 'New.\n']]));
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from revision_parts`.execute(
      server.db,
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
  });
});
