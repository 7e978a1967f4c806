import type { Transaction } from 'kysely';
import type { SiteCreate } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { badValue } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { documentIdOf, type StoredPage } from '#server/content/pages/storage.ts';
import { storeTexts } from '#server/content/stored/revisions.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { addBookRedirects } from '#server/sites/book-redirects.ts';
import { insertSiteSpace } from '../site-structure/queries/site-spaces.queries.ts';
import { requireVisibleSpaces, type VisibleSpace } from '../site-structure/queries/structure.queries.ts';
import { insertSpace } from '../spaces/space-lifecycle.queries.ts';

const MAX_SPACE_TITLE_LENGTH = 50;

/**
 * Adds the first site spaces of a new site: existing spaces that the member can see, or a new one. 404 where a space is
 * not visible.
 */
export async function addInitialSpaces(
  trx: Transaction<Database>,
  site: { id: string; title: string },
  member: Membership,
  spaces: NonNullable<SiteCreate['spaces']>,
): Promise<void> {
  const selectedSpaces = Array.isArray(spaces)
    ? await loadChosenSpaces(trx, member, spaces)
    : [await createSpace(trx, member, site.title, spaces)];
  for (const space of selectedSpaces) {
    await insertSiteSpace(trx, { site_id: site.id, section_id: null }, space);
  }
  if (Array.isArray(spaces) && spaces.length > 0) await addBookRedirects(trx, site.id);
}

function loadChosenSpaces(
  trx: Transaction<Database>,
  member: Membership,
  ids: readonly string[],
): Promise<VisibleSpace[]> {
  if (new Set(ids).size < ids.length) throw badValue('body.spaces', 'must not contain duplicate items');
  return requireVisibleSpaces(trx, member, ids);
}

async function createSpace(
  trx: Transaction<Database>,
  member: Membership,
  siteTitle: string,
  kind: 'empty' | 'sample',
): Promise<VisibleSpace> {
  const title = [...siteTitle].slice(0, MAX_SPACE_TITLE_LENGTH).join('');
  const pages = kind === 'sample' ? await createSamplePages(trx, siteTitle) : [];
  const container = { organizationId: member.organizationId, parentId: null };
  const id = await insertSpace(
    trx,
    container,
    { title, emoji: '', pages },
    { ...member, level: member.role },
  );
  return { id, title };
}

interface SamplePage {
  title: string;
  slug: string;
  emoji: string;
  description: string;
  markdown: string;
}

/** Sample content for a new site. */
function samplePages(siteTitle: string): SamplePage[] {
  return [
    {
      title: 'Welcome',
      slug: 'welcome',
      emoji: '👋',
      description: 'What you will find here',
      markdown: `This is the first page of **${siteTitle}**. Describe in a sentence or two who these pages are for and what they help with.\n\n- [Get started](get-started) walks through the first steps.\n- [Writing](writing) shows what a page can contain.\n`,
    },
    {
      title: 'Get started',
      slug: 'get-started',
      emoji: '🚀',
      description: 'The first steps',
      markdown: `Keep steps short enough to check off.\n\n1. List the prerequisites.\n2. Do one thing per step, and show its result.\n3. Link to what to read next.\n`,
    },
    {
      title: 'Writing',
      slug: 'writing',
      emoji: '✍️',
      description: 'What a page can contain',
      markdown: `## Code\n\n\`\`\`bash\ncurl https://api.example.com/status\n\`\`\`\n\n## Tables\n\n| Term | Meaning |\n| --- | --- |\n| Space | Pages about one topic |\n| Site | Spaces that are published together |\n\n> Use a quote for what readers must not miss.\n`,
    },
  ];
}

/** Stores the texts and returns the page tree of the first revision. */
async function createSamplePages(trx: Transaction<Database>, siteTitle: string): Promise<StoredPage[]> {
  const pages = samplePages(siteTitle);
  await storeTexts(
    trx,
    pages.map(({ markdown }) => markdown),
  );
  const now = new Date().toISOString();
  return pages.map(({ markdown, ...page }) => ({
    ...page,
    id: newId(),
    type: 'document',
    path: page.slug,
    documentId: documentIdOf(markdown),
    createdAt: now,
    updatedAt: now,
    pages: [],
  }));
}
