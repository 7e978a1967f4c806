import type { SiteSection, SiteSectionGroup, SiteSpace } from '#api/generated/types.gen.ts';
import { writeContent } from './content-factories.ts';
import { createSite, createSpace } from './factories.ts';
import type { OrganizationFixture } from './organization-fixture.ts';
import { type ApiResponse, as, testApp } from './test-app.ts';

type StructureItem = SiteSection | SiteSectionGroup | SiteSpace;

type OmitFirst<All extends readonly unknown[]> = All extends readonly [unknown, ...infer Rest] ? Rest : never;

/** A site that a test builds and changes as the creator, and prints as text. */
export class SiteEditor {
  readonly #fixture: OrganizationFixture;
  readonly id: string;
  /** Ids of sections, section groups and site spaces by title. */
  readonly ids = new Map<string, string>();

  private constructor(w: OrganizationFixture, id: string) {
    this.#fixture = w;
    this.id = id;
  }

  static async open(
    w: OrganizationFixture,
    fields: { title?: string; visibility?: string; published?: boolean } = {},
  ) {
    const site = await createSite({ organizationId: w.organization.id, ...fields });
    return new SiteEditor(w, site.id);
  }

  /** The URL of the site, or of a path in it: `url('/sections')`. */
  url(path = ''): string {
    return `${this.#fixture.base}/sites/${this.id}${path}`;
  }

  /** Sends requests as the creator. */
  get creator() {
    return as(this.#fixture.creator);
  }

  /** The id of an item by title. */
  idOf(title: string): string {
    const id = this.ids.get(title);
    if (id === undefined) throw new Error(`The test created nothing titled ${title}.`);
    return id;
  }

  /** The space of a site space, by name. */
  async spaceIdOf(name: string): Promise<string> {
    const { db } = await testApp();
    const { space_id: id } = await db
      .selectFrom('site_spaces')
      .select('space_id')
      .where('id', '=', this.idOf(name))
      .executeTakeFirstOrThrow();
    return id;
  }

  /** The key of the site that is in its address while it is shared by link. */
  async shareKey(): Promise<string> {
    const { db } = await testApp();
    const { share_key: key } = await db
      .selectFrom('sites')
      .select('share_key')
      .where('id', '=', this.id)
      .executeTakeFirstOrThrow();
    return key;
  }

  /** Adds a section with a new space of the same title. */
  async addSection(title: string): Promise<SiteSection> {
    const space = await createSpace({ organizationId: this.#fixture.organization.id, title });
    const { body } = await this.#expectCreated(
      title,
      this.creator.post(this.url('/sections'), { spaceId: space.id, title }),
    );
    this.ids.set(`${title}/${title}`, body.siteSpaces[0].id);
    return body;
  }

  /** Adds a section group with sections, given by title. */
  async addGroup(title: string, ...sections: string[]): Promise<SiteSectionGroup> {
    const ids = sections.map((section) => this.idOf(section));
    return (
      await this.#expectCreated(
        title,
        this.creator.post(this.url('/section-groups'), { title, sections: ids }),
      )
    ).body;
  }

  /** Adds a new space to a section, or (null) to the flat site. Its name is `section/title`, or `title`. */
  async addSiteSpace(section: string | null, title: string): Promise<SiteSpace> {
    const space = await createSpace({ organizationId: this.#fixture.organization.id, title });
    const body = { spaceId: space.id, ...(section !== null && { sectionId: this.idOf(section) }) };
    const name = section === null ? title : `${section}/${title}`;
    return (await this.#expectCreated(name, this.creator.post(this.url('/site-spaces'), body))).body;
  }

  /** Writes pages as the new content of the space of a site space. */
  async write(name: string, ...content: OmitFirst<Parameters<typeof writeContent>>) {
    const spaceId = await this.spaceIdOf(name);
    return { spaceId, ...(await writeContent({ id: spaceId }, ...content)) };
  }

  /** Moves a section; neighbors are given by title. */
  moveSection(title: string, position: { before?: string; after?: string } = {}): Promise<ApiResponse> {
    const reference = (id: string) => ({ type: 'site-section', siteSection: this.ids.get(id) ?? id });
    return this.#move(`/sections/${this.idOf(title)}`, position, reference);
  }

  /** Moves a section group; neighbors are given by title, groups with the prefix `group:`. */
  moveGroup(title: string, position: { before?: string; after?: string } = {}): Promise<ApiResponse> {
    const reference = (name: string) => {
      const title = name.replace(/^group:/, '');
      return {
        type: title === name ? 'site-section' : 'site-section-group',
        id: this.ids.get(title) ?? title,
      };
    };
    return this.#move(`/section-groups/${this.idOf(title)}`, position, reference);
  }

  /** Moves a site space; all are named `section/title`. */
  moveSiteSpace(name: string, position: { before?: string; after?: string } = {}): Promise<ApiResponse> {
    const reference = (id: string) => ({ type: 'site-space', siteSpace: this.ids.get(id) ?? id });
    return this.#move(`/site-spaces/${this.idOf(name)}`, position, reference);
  }

  /**
   * The structure in one line, such as `Guide, More(API, News)`. With `withSpaces`, site spaces follow their section:
   * `Guide{v2*, v1}`, with a star at the default one.
   */
  async outline({ withSpaces = false } = {}): Promise<string> {
    const { body } = await this.creator.get(this.url('/structure'));
    const siteSpace = (entry: SiteSpace) => `${entry.title}${entry.default === true ? '*' : ''}`;
    const section = (entry: SiteSection) =>
      `${entry.title}${withSpaces ? `{${entry.siteSpaces.map(siteSpace).join(', ')}}` : ''}`;
    const part = (entry: StructureItem) => {
      if (entry.object === 'site-space') return siteSpace(entry);
      if (entry.object === 'site-section') return section(entry);
      return `${entry.title}(${entry.sections.map(section).join(', ')})`;
    };
    return body.structure.map(part).join(', ');
  }

  async #expectCreated(name: string, request: Promise<ApiResponse>): Promise<ApiResponse> {
    const response = await request;
    if (response.status !== 201) throw new Error(`${name} was not created: ${JSON.stringify(response.body)}`);
    this.ids.set(name, response.body.id);
    return response;
  }

  #move(
    path: string,
    { before, after }: { before?: string; after?: string },
    reference: (name: string) => object,
  ): Promise<ApiResponse> {
    const position = {
      ...(before !== undefined && { before: reference(before) }),
      ...(after !== undefined && { after: reference(after) }),
    };
    return this.creator.post(this.url(`${path}/move`), { position });
  }
}
