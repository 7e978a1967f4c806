import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { inTransaction, isUniqueViolation } from '#server/database/engine/transaction.ts';
import { setDefault } from '#server/resources/site-structure/queries/site-spaces.queries.ts';
import { setDefaultSection } from '#server/resources/site-structure/queries/structure.queries.ts';
import { type PageFields, writeContent } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { testApp } from '#server/test/test-app.ts';
import { type AddressTree, findFormerAddress } from './former-addresses.ts';

const ITEM_PATHS = ['a', 'b', 'a/b', 'v1', 'c'] as const;
const SECTIONS = ['One', 'Two', 'Three'] as const;
const SITE_SPACES = ['One/One', 'Two/Two', 'Three/Three', 'One/Extra', 'Two/More'] as const;
/** Page trees with the same pages, `p` to `r`, at other paths; some miss a page. */
const TREES: readonly (readonly PageFields[])[] = [
  [page('p', 'a'), page('q', 'b', [page('r', 'c')])],
  [page('p', 'b'), page('q', 'a', [page('r', 'c')])],
  [page('p', 'a', [page('q', 'b'), page('r', 'c')])],
  [page('q', 'v1', [page('r', 'a')])],
  [page('r', 'a'), page('q', 'c'), page('p', 'v1')],
];

function page(id: string, slug: string, pages: PageFields[] = []): PageFields {
  return { id, slug, title: slug, text: `Page ${id}\n`, pages };
}

type Step =
  | { change: 'section path' | 'default section'; section: number; path: number }
  | {
      change: 'site space path' | 'default site space' | 'section of site space';
      siteSpace: number;
      path: number;
    }
  | { change: 'pages'; siteSpace: number; tree: number };

const index = fc.nat({ max: 14 });
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    change: fc.constantFrom('section path' as const, 'default section' as const),
    section: index,
    path: index,
  }),
  fc.record({
    change: fc.constantFrom(
      'site space path' as const,
      'default site space' as const,
      'section of site space' as const,
    ),
    siteSpace: index,
    path: index,
  }),
  fc.record({ change: fc.constant('pages' as const), siteSpace: index, tree: index }),
);

function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A site with its pages, read from the database after each step. */
class SiteModel {
  readonly #site: SiteEditor;
  /** By address: who had it, and the number of the last step after which they did. */
  readonly history = new Map<string, Map<string, number>>();
  #steps = 0;

  private constructor(site: SiteEditor) {
    this.#site = site;
  }

  static async open(): Promise<SiteModel> {
    const site = await SiteEditor.open(w);
    for (const title of SECTIONS) await site.addSection(title);
    await site.addSiteSpace('One', 'Extra');
    await site.addSiteSpace('Two', 'More');
    const model = new SiteModel(site);
    for (const name of SITE_SPACES) await model.#writePages(name, 0);
    await model.record();
    return model;
  }

  get siteId(): string {
    return this.#site.id;
  }

  async take(step: Step): Promise<void> {
    try {
      if (step.change === 'pages') await this.#writePages(pick(SITE_SPACES, step.siteSpace), step.tree);
      else if ('section' in step) await this.#changeSection(step);
      else await this.#changeSiteSpace(step);
    } catch (error) {
      // The path is taken, or the section has the space already.
      if (
        !isUniqueViolation(error, 'site_sections_site_id_path_key') &&
        !isUniqueViolation(error, 'site_spaces_path')
      )
        throw error;
    }
    await this.record();
  }

  async #writePages(siteSpace: string, tree: number): Promise<void> {
    const { db } = await testApp();
    const { space_id: id } = await db
      .selectFrom('site_spaces')
      .select('space_id')
      .where('id', '=', this.#site.idOf(siteSpace))
      .executeTakeFirstOrThrow();
    await writeContent({ id }, pick(TREES, tree));
  }

  async #changeSection({ change, section, path }: Extract<Step, { section: number }>): Promise<void> {
    const { db } = await testApp();
    const id = this.#site.idOf(pick(SECTIONS, section));
    if (change === 'section path') {
      const changed = { path: pick(ITEM_PATHS, path) };
      await db.updateTable('site_sections').set(changed).where('id', '=', id).execute();
      return;
    }
    await inTransaction(db, (trx) => setDefaultSection(trx, this.siteId, id));
  }

  async #changeSiteSpace(step: Extract<Step, { path: number; siteSpace: number }>): Promise<void> {
    const { change, siteSpace, path } = step;
    const { db } = await testApp();
    const id = this.#site.idOf(pick(SITE_SPACES, siteSpace));
    const one = db.updateTable('site_spaces').where('id', '=', id);
    if (change === 'site space path') await one.set({ path: pick(ITEM_PATHS, path) }).execute();
    else if (change === 'section of site space') {
      const target = { section_id: this.#site.idOf(pick(SECTIONS, path)), is_default: false };
      await one.set(target).execute();
    } else {
      const { section_id } = await db
        .selectFrom('site_spaces')
        .select('section_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await inTransaction(db, (trx) => setDefault(trx, { site_id: this.siteId, section_id }, id));
    }
  }

  async tree(): Promise<AddressTree> {
    const { db } = await testApp();
    const sections = await db
      .selectFrom('site_sections')
      .select(['id', 'path', 'is_default as isDefault'])
      .where('site_id', '=', this.siteId)
      .execute();
    const siteSpaces = await db
      .selectFrom('site_spaces')
      .select(['id', 'path', 'is_default as isDefault', 'space_id as spaceId', 'section_id'])
      .where('site_id', '=', this.siteId)
      .execute();
    return {
      sections: sections.map((section) => ({
        ...section,
        isNamed: true,
        siteSpaces: siteSpaces.filter(({ section_id }) => section_id === section.id),
      })),
    };
  }

  /** All addresses with whom they lead to: `site space` or `site space/page`; hidden by others or not. */
  async addresses(): Promise<Map<string, string[]>> {
    const { db } = await testApp();
    const addresses = new Map<string, string[]>();
    const add = (paths: readonly string[], owner: string) => {
      const address = paths.filter((path) => path !== '').join('/');
      addresses.set(address, [...(addresses.get(address) ?? []), owner]);
    };
    for (const section of (await this.tree()).sections) {
      for (const { id, path, isDefault, spaceId } of section.siteSpaces) {
        const base = [section.isDefault ? '' : section.path, isDefault ? '' : path];
        add(base, id);
        const { pages } = await db
          .selectFrom('spaces')
          .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
          .select((column) => column.ref('revisions.pages').$castTo<StoredPage[]>().as('pages'))
          .where('spaces.id', '=', spaceId)
          .executeTakeFirstOrThrow();
        const addAll = (all: readonly StoredPage[]): void =>
          all.forEach((each) => {
            add([...base, each.path], `${id}/${each.id}`);
            addAll(each.pages);
          });
        addAll(pages);
      }
    }
    return addresses;
  }

  async record(): Promise<void> {
    this.#steps += 1;
    for (const [address, owners] of await this.addresses()) {
      const steps = this.history.get(address) ?? new Map<string, number>();
      for (const owner of owners) steps.set(owner, this.#steps);
      this.history.set(address, steps);
    }
  }
}

/** The site space that visitors reach at an address: paths, the longest first, come before defaults. */
function siteSpaceAt({ sections }: AddressTree, address: string): string | undefined {
  const choose = <Item extends { path: string; isDefault: boolean }>(
    items: readonly Item[],
    rest: string,
  ) => {
    const namedItems = items.filter(({ path, isDefault }) => !isDefault && `${rest}/`.startsWith(`${path}/`));
    return (
      namedItems.toSorted((a, b) => b.path.length - a.path.length)[0] ??
      items.find(({ isDefault }) => isDefault)
    );
  };
  const section = choose(sections, address);
  if (!section) return undefined;
  const rest = section.isDefault ? address : address.slice(section.path.length + 1);
  return choose(section.siteSpaces, rest)?.id;
}

describe('findFormerAddress', () => {
  it('leads from every former address to its latest living owner in one hop, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 12 }), async (steps) => {
        const model = await SiteModel.open();
        for (const step of steps) await model.take(step);
        const { db } = await testApp();
        const tree = await model.tree();
        const living = await model.addresses();
        const addressOf = new Map(
          [...living].flatMap(([address, owners]) => owners.map((owner) => [owner, address])),
        );
        for (const [address, owners] of model.history) {
          if (address === '' || living.has(address)) continue;
          // The path of a section or site space may hide a page, which then cannot be reached.
          const reachable = [...owners].filter(([owner]) => {
            const current = addressOf.get(owner);
            return current !== undefined && siteSpaceAt(tree, current) === owner.split('/')[0];
          });
          const former = await findFormerAddress(db, model.siteId, tree, address.split('/'));
          const owner =
            former && [former.siteSpaceId, ...(former.pageId === null ? [] : [former.pageId])].join('/');
          const latest = Math.max(...reachable.map(([, step]) => step));
          const expected = reachable.filter(([, step]) => step === latest).map(([name]) => name);
          if (expected.length > 0)
            expect({ address, expected }).toEqual({ address, expected: expect.arrayContaining([owner]) });
          if (former) {
            const target = former.segments.join('/');
            expect(living.get(target)).toContain(owner);
            expect(siteSpaceAt(tree, target)).toBe(former.siteSpaceId);
          }
        }
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});
