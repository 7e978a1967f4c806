import type { Transaction } from 'kysely';
import { storeTexts } from '#server/content/revisions.ts';
import { documentIdOf, type StoredPage } from '#server/content/storage.ts';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';

interface SamplePage {
  title: string;
  slug: string;
  emoji: string;
  description: string;
  markdown: string;
}

/** Pages that show a beginner what a space can hold, for a site of this title. */
function samplePages(siteTitle: string): SamplePage[] {
  return [
    {
      title: 'Welcome',
      slug: 'welcome',
      emoji: '👋',
      description: 'What readers find here',
      markdown: `This is the first page of **${siteTitle}**. Say in a sentence or two who these pages are for and what they help with.\n\n- [Get started](get-started) leads through the first steps.\n- [Writing](writing) shows what a page can hold.\n`,
    },
    {
      title: 'Get started',
      slug: 'get-started',
      emoji: '🚀',
      description: 'The first steps, one after the other',
      markdown: `Readers like short steps that they can check off.\n\n1. Name what is needed before starting.\n2. Do one thing per step, and show its result.\n3. End with what to read next.\n`,
    },
    {
      title: 'Writing',
      slug: 'writing',
      emoji: '✍️',
      description: 'What a page can hold',
      markdown: `## Code\n\n\`\`\`bash\ncurl https://api.example.com/status\n\`\`\`\n\n## Tables\n\n| Word | Meaning |\n| --- | --- |\n| Space | Pages about one subject |\n| Site | Spaces that readers visit together |\n\n> Put what readers must not miss into a quote.\n`,
    },
  ];
}

/** Stores the texts of the sample pages and returns the page tree for a first revision. */
export async function writeSamplePages(trx: Transaction<Database>, siteTitle: string): Promise<StoredPage[]> {
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
