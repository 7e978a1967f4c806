/** Random sites with conditions, and a model of who sees what of them. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createFile, type PageFields, writeContent } from '#server/test/content-factories.ts';
import type { OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, testApp } from '#server/test/test-app.ts';

/** Claims of a visitor; `isTester` is what they say about themselves. */
export interface Visitor {
  isCrew?: boolean | undefined;
  isGuest?: boolean | undefined;
  isTester?: boolean | undefined;
}

/** Conditions, and what each one means. */
export const CONDITIONS: readonly (readonly [source: string, holds: (visitor: Visitor) => boolean])[] = [
  ['visitor.claims.isCrew', ({ isCrew }) => isCrew === true],
  ['visitor.claims.isCrew !== true', ({ isCrew }) => isCrew !== true],
  ['visitor.claims.isGuest === true', ({ isGuest }) => isGuest === true],
  ['visitor.claims.unsigned.isTester === true', ({ isTester }) => isTester === true],
  [
    'visitor.claims.isCrew && visitor.claims.isGuest',
    ({ isCrew, isGuest }) => isCrew === true && isGuest === true,
  ],
  [
    'visitor.claims.unsigned.isTester || visitor.claims.isCrew',
    ({ isTester, isCrew }) => isTester === true || isCrew === true,
  ],
];

interface PagePlan {
  /** Of a block in its text, which has another branch for everybody else. */
  condition: number;
  hidden: boolean;
  noIndex: boolean;
  child: boolean;
}
interface SiteSpacePlan {
  condition: number | null;
  /** Whether it shows the space of the first one. */
  isCopy: boolean;
  pages: PagePlan[];
}
interface SectionPlan {
  condition: number | null;
  siteSpaces: SiteSpacePlan[];
}
export interface Plan {
  visibility: string;
  sections: SectionPlan[];
  isGrouped: boolean;
}

const condition = fc.option(fc.nat({ max: CONDITIONS.length - 1 }), { freq: 2 });
const rarely = fc.integer({ min: 0, max: 3 }).map((number) => number === 0);
export const planArbitrary: fc.Arbitrary<Plan> = fc.record({
  visibility: fc.constantFrom('public', 'public', 'unlisted', 'share-link', 'visitor-auth'),
  sections: fc.array(
    fc.record({
      condition,
      siteSpaces: fc.array(
        fc.record({
          condition,
          isCopy: rarely,
          pages: fc.array(
            fc.record({
              condition: fc.nat({ max: CONDITIONS.length - 1 }),
              hidden: rarely,
              noIndex: rarely,
              child: fc.boolean(),
            }),
            { minLength: 1, maxLength: 2 },
          ),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    }),
    { minLength: 2, maxLength: 3 },
  ),
  isGrouped: fc.boolean(),
});
export const visitorArbitrary: fc.Arbitrary<Visitor> = fc.record({
  isCrew: fc.option(fc.boolean(), { nil: undefined }),
  isGuest: fc.option(fc.boolean(), { nil: undefined }),
  isTester: fc.option(fc.boolean(), { nil: undefined }),
});

/** Words that occur nowhere else, none the beginning of another. */
export const WORD = /zq[a-j]{12}/g;
let wordCount = 0;
export function word(): string {
  wordCount += 1;
  const letters = String(wordCount).padStart(6, '0');
  // Each letter twice: words that differ in one letter find each other.
  return `zq${[...letters].map((digit) => 'abcdefghij'[Number(digit)]?.repeat(2)).join('')}`;
}

interface BlockModel {
  holds: (visitor: Visitor) => boolean;
  met: string;
  unmet: string;
}
export interface PageModel {
  id: string;
  title: string;
  path: string;
  /** Everything that only who sees the page may read. */
  secrets: string[];
  /** A block in its text: a word for those who meet its condition, and one for all others. */
  block: BlockModel;
  /** Itself or a page above it. */
  isHidden: boolean;
  isNoIndex: boolean;
}
interface SpaceModel {
  id: string;
  fileId: string;
  pages: PageModel[];
  fields: PageFields[];
}
export interface SiteSpaceModel {
  id: string;
  title: string;
  /** Below the site, with a trailing slash where it is not empty. */
  path: string;
  space: SpaceModel;
  holds: (visitor: Visitor) => boolean;
}
interface SectionModel {
  id: string;
  title: string;
  holds: (visitor: Visitor) => boolean;
  siteSpaces: SiteSpaceModel[];
}
export interface SiteModel {
  editor: SiteEditor;
  visibility: string;
  base: string;
  secret: string;
  sections: SectionModel[];
  group: { title: string; sections: SectionModel[] } | undefined;
}

const ALWAYS = () => true;
const meaningOf = (number: number | null) => (number === null ? ALWAYS : (CONDITIONS[number]?.[1] ?? ALWAYS));

export async function setCondition(editor: SiteEditor, path: string, number: number | null): Promise<void> {
  if (number === null) return;
  const { status } = await editor.creator.patch(editor.url(path), { condition: CONDITIONS[number]?.[0] });
  expect(status).toBe(200);
}

/** Pages in depth-first order; those that navigation hides hide what is below them. */
export function planPages(plans: readonly PagePlan[]): Pick<SpaceModel, 'pages' | 'fields'> {
  const pages: PageModel[] = [];
  const add = (plan: PagePlan, above?: PageModel): PageFields => {
    const [title, text, description] = [word(), word(), word()];
    const [condition = '', holds = ALWAYS] = CONDITIONS[plan.condition] ?? [];
    const block = { holds, met: word(), unmet: word() };
    const page: PageModel = {
      id: newId(),
      title,
      path: above ? `${above.path}/${title}` : title,
      secrets: [title, text, description],
      block,
      isHidden: plan.hidden || above?.isHidden === true,
      isNoIndex: plan.noIndex || above?.isNoIndex === true,
    };
    page.secrets.push(page.id);
    pages.push(page);
    const below = plan.child ? [add({ ...plan, hidden: false, noIndex: false, child: false }, page)] : [];
    return {
      id: page.id,
      title,
      description,
      text: `A gauge, ${text}.\n\n{% if ${condition} %}\n## ${block.met}\n{% else %}\n${block.unmet}\n{% endif %}\n`,
      ...(plan.hidden && { hidden: true }),
      ...(plan.noIndex && { noIndex: true }),
      pages: below,
    };
  };
  return { fields: plans.map((plan) => add(plan)), pages };
}

/** Creates a published site with pages, as its plan says. */
export async function buildSite(w: OrganizationFixture, plan: Plan): Promise<SiteModel> {
  const { visibility } = plan;
  const editor = await SiteEditor.open(w, { title: 'Tide docs', published: true, visibility });
  const spaces: SpaceModel[] = [];
  const sections: SectionModel[] = [];
  const addSpace = async (id: string, plans: readonly PagePlan[]): Promise<SpaceModel> => {
    const file = await createFile(id, { name: 'dot.png' });
    const space = { id, fileId: file.id, ...planPages(plans) };
    const [first] = space.fields;
    if (first) first.text += `\n![Dot](/files/${file.id})\n`;
    spaces.push(space);
    return space;
  };
  for (const { condition: own, siteSpaces: planned } of plan.sections) {
    const section = await editor.addSection(word());
    const model: SectionModel = {
      id: section.id,
      title: section.title,
      holds: meaningOf(own),
      siteSpaces: [],
    };
    for (const [at, { condition: inner, isCopy, pages }] of planned.entries()) {
      const [copied] = spaces;
      const isNew = at === 0 || !isCopy || !copied || sections.length === 0;
      const created =
        at === 0
          ? section.siteSpaces[0]
          : isNew
            ? await editor.addSiteSpace(section.title, word())
            : (
                await editor.creator.post(editor.url('/site-spaces'), {
                  spaceId: copied.id,
                  sectionId: section.id,
                })
              ).body;
      const siteSpace: SiteSpaceModel = {
        id: created.id,
        title: created.title,
        path: '',
        space: isNew ? await addSpace(created.space.id, pages) : copied,
        holds: meaningOf(inner),
      };
      await setCondition(editor, `/site-spaces/${siteSpace.id}`, inner);
      model.siteSpaces.push(siteSpace);
    }
    await setCondition(editor, `/sections/${section.id}`, own);
    sections.push(model);
  }
  const grouped = plan.isGrouped ? sections.slice(-2) : [];
  const group = plan.isGrouped ? { title: word(), sections: grouped } : undefined;
  if (group) await editor.addGroup(group.title, ...grouped.map(({ title }) => title));
  await findPaths(sections, editor.id);
  // The first text of each space links to every page of the others.
  const linksFrom = (from: string) =>
    spaces
      .filter(({ id }) => id !== from)
      .flatMap(({ id, pages }) => pages.map((page) => `/spaces/${id}/pages/${page.id}`))
      .map((url, at) => [`[there](${url})`, `<a href="${url}">there</a>`, `![there](<${url}>)`][at % 3])
      .join(' ');
  const files = new Map(
    spaces.map(({ id, fileId }) => [
      id,
      { id: fileId, name: 'dot.png', contentType: 'image/png', size: 70, width: 1, height: 1 },
    ]),
  );
  for (const { id, fields } of spaces) {
    const [first, ...others] = fields;
    const file = files.get(id);
    const linked = first ? [{ ...first, text: `${first.text}\n${linksFrom(id)}\n` }, ...others] : [];
    await writeContent({ id }, linked, file ? [file] : []);
  }
  const properties = {
    isCrew: { type: 'boolean', description: 'Crew' },
    isGuest: { type: 'boolean', description: 'Guest' },
    unsigned: {
      type: 'object',
      description: 'Unsigned',
      properties: { isTester: { type: 'boolean', description: 'Tester' } },
    },
  };
  const admin = as(w.admin);
  const schema = { jsonSchema: { type: 'object', properties } };
  const { status, body } = await admin.put(editor.url('/adaptive-schema'), schema);
  expect([status, body.error]).toEqual([200, undefined]);
  await admin.patch(editor.url(), { adaptiveContent: { enabled: true } });
  const { body: key } = await admin.post(editor.url('/visitor-authentication/keys'), {});
  const path = `/published/${w.organization.id}/${editor.id}/`;
  const base = visibility === 'share-link' ? `${path}${await editor.shareKey()}/` : path;
  return { editor, visibility, base, secret: String(key.secret), sections, group };
}

/** The paths of site spaces, as the database has them. */
async function findPaths(sections: readonly SectionModel[], siteId: string): Promise<void> {
  const { db } = await testApp();
  const rows = await db
    .selectFrom('site_spaces as inner')
    .innerJoin('site_sections as outer', 'outer.id', 'inner.section_id')
    .select(['inner.id', 'inner.path', 'inner.is_default', 'outer.path as section'])
    .select('outer.is_default as in_default')
    .where('inner.site_id', '=', siteId)
    .execute();
  for (const siteSpace of sections.flatMap((section) => section.siteSpaces)) {
    const row = rows.find(({ id }) => id === siteSpace.id);
    if (!row) throw new Error('A site space is missing.');
    const parts = [row.in_default ? '' : row.section, row.is_default ? '' : row.path];
    siteSpace.path = parts.map((part) => (part === '' ? '' : `${part}/`)).join('');
  }
}

/** The part that a visitor may see, by the model alone. */
export class View {
  readonly siteSpaces = new Set<SiteSpaceModel>();
  readonly spaces = new Set<SpaceModel>();
  /** Words and ids that they may find anywhere. */
  readonly known = new Set<string>();

  constructor({ sections, group }: SiteModel, visitor: Visitor) {
    for (const section of sections) {
      const visibleSpaces = section.siteSpaces.filter((siteSpace) => siteSpace.holds(visitor));
      if (!section.holds(visitor) || visibleSpaces.length === 0) continue;
      this.#add(section.id, section.title);
      if (group?.sections.includes(section) === true) this.#add(group.title);
      for (const siteSpace of visibleSpaces) {
        this.siteSpaces.add(siteSpace);
        this.#add(siteSpace.id, siteSpace.title);
        this.spaces.add(siteSpace.space);
        this.#add(siteSpace.space.id, siteSpace.space.fileId);
        for (const page of siteSpace.space.pages) if (!page.isHidden) this.#add(...page.secrets);
        // Links that people wrote may lead to pages that navigation hides, by their ids.
        for (const page of siteSpace.space.pages) this.#add(page.id);
      }
    }
  }

  #add(...secrets: string[]): void {
    for (const secret of secrets) this.known.add(secret);
  }
}
