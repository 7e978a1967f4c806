import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeContent } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { sharedDemonstration, type SeededDatabase } from '#server/test/seeded-database.ts';
import { testApp } from '#server/test/test-app.ts';
import { renderTextHtml } from '../html/render-text.ts';
import { HTML_VERSION, joinTextHtml } from '../html/text-html.ts';
import { parseDocument } from '../links/parse-document.ts';
import { isShort } from '../markdown/markdown-tokens.ts';
import { documentIdOf } from '../pages/storage.ts';
import { DEFAULT_TASK_LIMITS, setTaskLimits } from '../tasks/run-task.ts';
import { getTextHtml, loadTextHtml } from './stored-html.ts';

async function write(...texts: string[]) {
  const { organization } = await createOrganizationFixture();
  const space = await createSpace({ organizationId: organization.id });
  await writeContent(
    space,
    texts.map((text, at) => ({ title: `Page ${at}`, text })),
  );
  return organization.id;
}

async function storedVersions(texts: readonly string[]): Promise<number[]> {
  const { db } = await testApp();
  const { rows } = await sql<{ version: number }>`
    select html_version as version from document_facts
    where document_id = any(${texts.map(documentIdOf)}::text[]) order by document_id`.execute(db);
  return rows.map(({ version }) => version);
}

describe('the HTML of texts', () => {
  it('is there once a revision is written', async () => {
    const text = 'Ebb and *flow* of `stored-html` one';
    await write(text);
    expect(await storedVersions([text])).toEqual([HTML_VERSION]);
    const { db } = await testApp();
    const { rows } = await sql<{ html: unknown }>`
      select html from document_facts where document_id = ${documentIdOf(text)}`.execute(db);
    expect(rows).toEqual([{ html: renderTextHtml(text) }]);
  });

  it('is rendered when it is first read after many pages were written at once, or by an older server', async () => {
    const { db } = await testApp();
    const texts = Array.from(
      { length: 30 },
      (_, n) => `# Tide ${n}\n\n[next](/pages/${n})${' and on'.repeat(120)}`,
    );
    const organizationId = await write(...texts);
    expect(await storedVersions(texts)).toEqual(texts.map(() => 0));
    const ids = texts.map(documentIdOf);
    const expected = new Map(texts.map((text) => [documentIdOf(text), renderTextHtml(text)]));
    expect(await loadTextHtml(db, [...ids, 'unknown'], organizationId)).toEqual(expected);
    expect(await storedVersions(texts)).toEqual(texts.map(() => HTML_VERSION));
    await sql`update document_facts set html = '{}', html_version = 0 where document_id = any(${ids}::text[])`.execute(
      db,
    );
    expect(await loadTextHtml(db, ids, organizationId)).toEqual(expected);
    expect(await loadTextHtml(db, ids, organizationId)).toEqual(expected);
  });

  it('of a long text comes from a task process, stored or not', async () => {
    const { db } = await testApp();
    const text = Array.from({ length: 1000 }, (_, n) => `## Long ${n}\n\nSee [it](/pages/${n}).`).join(
      '\n\n',
    );
    const organizationId = await write(text);
    const stored = await loadTextHtml(db, [documentIdOf(text)], organizationId);
    expect(stored.get(documentIdOf(text))).toEqual(renderTextHtml(text));
    expect(await getTextHtml(text, organizationId)).toEqual(renderTextHtml(text));
    expect(await getTextHtml('short', organizationId)).toEqual(renderTextHtml('short'));
  });

  it('with long code is not rendered in the server process: when it is first read, in a task process', async () => {
    const { db } = await testApp();
    const line = 'a'.repeat(300);
    const text = `\`\`\`csharp\n${Array.from({ length: 9 }, () => line).join('\n\n')}\n\`\`\`\n`;
    expect(isShort(text)).toBe(true);
    const organizationId = await write(text);
    expect(await storedVersions([text])).toEqual([0]);
    setTaskLimits({ ...DEFAULT_TASK_LIMITS, seconds: 0.001 });
    // It can take too long only where the limits of tasks apply.
    expect((await getTextHtml(text, organizationId)).parts.join('')).toContain(
      '<pre tabindex="0">\n```csharp',
    );
    setTaskLimits(DEFAULT_TASK_LIMITS);
    const stored = await loadTextHtml(db, [documentIdOf(text)], organizationId);
    expect(stored.get(documentIdOf(text))).toEqual(renderTextHtml(text));
  });

  it('that takes too long is the literal text', async () => {
    const text = `Slow <b> ${'x '.repeat(8000)}`;
    setTaskLimits({ ...DEFAULT_TASK_LIMITS, seconds: 0.001 });
    const html = await getTextHtml(text, 'of-nobody');
    setTaskLimits(DEFAULT_TASK_LIMITS);
    expect(html.parts.join('')).toContain('<pre tabindex="0">\nSlow &lt;b&gt; x');
  });
});

describe('the texts of the demonstration', () => {
  let seeded: SeededDatabase;
  beforeAll(async () => {
    seeded = await sharedDemonstration();
  });

  it('all have HTML with the anchors that links lead to', async () => {
    const rows = await seeded.db.selectFrom('documents').select('markdown').execute();
    expect(rows.length).toBeGreaterThan(100);
    for (const { markdown } of rows) {
      const text = renderTextHtml(markdown);
      const { parts, headings } = text;
      expect(parts.length > 0 || markdown.trim() === '').toBe(true);
      const { anchors } = parseDocument(markdown);
      expect(anchors.slice(0, headings.length)).toEqual(headings.map(({ anchor }) => anchor));
      const html = joinTextHtml(text, () => '');
      for (const place of anchors.slice(headings.length)) expect(html).toContain(`id="${place}"`);
    }
  });
});
