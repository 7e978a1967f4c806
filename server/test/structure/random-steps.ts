import fc from 'fast-check';
import { expect } from 'vitest';
import type { SiteStructure, StructureDraftStep } from '#api/generated/types.gen.ts';
import { createSite } from '#server/test/factories.ts';
import type { OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

/** A step by numbers: which operation, and of which items. */
export const choice = fc.record({
  what: fc.nat(),
  item: fc.nat(),
  other: fc.nat(),
  text: fc.nat({ max: 5 }),
});
export type Choice = typeof choice extends fc.Arbitrary<infer Value> ? Value : never;

/** Names of items by kind. */
export interface Names {
  sections: string[];
  groups: string[];
  siteSpaces: string[];
}

/** Where steps take their names from. */
interface Naming {
  names: Names;
  spaces: readonly string[];
  /** A name for what a step adds. */
  added: () => string;
}

const pick = (names: readonly string[], number: number) => names[number % names.length] ?? 'none';

/** A random step on items by name; what it adds is added to the names. */
export function toStep(
  { what, item, other, text }: Choice,
  { names, spaces, added }: Naming,
): StructureDraftStep {
  const section = pick(names.sections, item);
  const group = pick(names.groups, item);
  const siteSpace = pick(names.siteSpaces, item);
  const nextTo = pick(names.sections, other);
  const spaceId = pick(spaces, other);
  const side = text % 2 === 0 ? 'before' : 'after';
  const paths = ['one', 'two', 'three', 'four', 'five', 'six'];
  const path = paths[text] ?? 'one';
  const steps: readonly (() => StructureDraftStep)[] = [
    () => {
      const [id, siteSpaceId] = [added(), added()];
      names.sections.push(id);
      names.siteSpaces.push(siteSpaceId);
      return { createSiteSection: { id, siteSpaceId, body: { spaceId, title: `Section ${text}` } } };
    },
    () => {
      const id = added();
      names.groups.push(id);
      return { createSiteSectionGroup: { id, body: { title: `Group ${text}`, sections: [section] } } };
    },
    () => {
      const id = added();
      names.siteSpaces.push(id);
      return { createSiteSpace: { id, body: { spaceId, sectionId: section } } };
    },
    () => ({ updateSiteSection: { siteSectionId: section, body: { title: `Title ${text}`, path } } }),
    () => ({ updateSiteSection: { siteSectionId: section, body: { defaultSiteSpace: siteSpace } } }),
    () => ({ updateSiteSpace: { siteSpaceId: siteSpace, body: { path, condition: null } } }),
    () => ({ updateSiteSectionGroup: { siteSectionGroupId: group, body: { title: `Renamed ${text}` } } }),
    () => ({
      moveSiteSection: {
        siteSectionId: section,
        body: { position: { [side]: { type: 'site-section', siteSection: nextTo } } },
      },
    }),
    () => ({
      moveSiteSpace: {
        siteSpaceId: siteSpace,
        body: { position: { [side]: { type: 'site-space', siteSpace: pick(names.siteSpaces, other) } } },
      },
    }),
    () => ({
      moveSiteSectionGroup: {
        siteSectionGroupId: group,
        body: { position: { [side]: { type: 'site-section-group', id: pick(names.groups, other) } } },
      },
    }),
    () => ({
      sortSiteStructure: {
        body: {
          item: { type: 'site-section', id: section },
          position: { [side]: { type: 'site-section-group', id: pick(names.groups, other) } },
        },
      },
    }),
    () => ({ addSectionToGroup: { siteSectionGroupId: group, body: { sectionId: nextTo } } }),
    () => ({ removeSectionFromGroup: { siteSectionGroupId: group, siteSectionId: nextTo } }),
    () => ({ updateSite: { body: { defaultSiteSection: section } } }),
    () => ({ deleteSiteSpace: { siteSpaceId: siteSpace } }),
    () => ({ deleteSiteSectionGroup: { siteSectionGroupId: group } }),
    () => ({ deleteSiteSection: { siteSectionId: section } }),
  ];
  // Fewer deletions, so that there is something left.
  return steps[what % (steps.length + 12)]?.() ?? steps[3 + (what % 11)]?.() ?? {};
}

/** A site, with the ids of its items by name. */
export class TwinSite {
  readonly url: string;
  readonly ids = new Map<string, string>();

  readonly #creator: OrganizationFixture['creator'];

  constructor(w: OrganizationFixture, siteId: string) {
    this.#creator = w.creator;
    this.url = `${w.base}/sites/${siteId}`;
  }

  /** Sends a step as the request of its operation. Null if it is refused. */
  async send(step: StructureDraftStep): Promise<string | null> {
    const [operation, parameters = {}] = Object.entries(this.real(step))[0] ?? [''];
    const { body, id, siteSpaceId, siteSectionId, siteSectionGroupId } = parameters;
    const group = `/section-groups/${siteSectionGroupId}`;
    const routes: Record<string, readonly ['post' | 'patch' | 'delete', string]> = {
      createSiteSection: ['post', '/sections'],
      createSiteSectionGroup: ['post', '/section-groups'],
      createSiteSpace: ['post', '/site-spaces'],
      updateSite: ['patch', ''],
      updateSiteSection: ['patch', `/sections/${siteSectionId}`],
      updateSiteSpace: ['patch', `/site-spaces/${siteSpaceId}`],
      updateSiteSectionGroup: ['patch', group],
      moveSiteSection: ['post', `/sections/${siteSectionId}/move`],
      moveSiteSpace: ['post', `/site-spaces/${siteSpaceId}/move`],
      moveSiteSectionGroup: ['post', `${group}/move`],
      sortSiteStructure: ['patch', '/structure/sort'],
      addSectionToGroup: ['post', `${group}/sections`],
      removeSectionFromGroup: ['delete', `${group}/sections/${siteSectionId}`],
      deleteSiteSpace: ['delete', `/site-spaces/${siteSpaceId}`],
      deleteSiteSectionGroup: ['delete', group],
      deleteSiteSection: ['delete', `/sections/${siteSectionId}`],
    };
    const [method, path] = routes[operation] ?? ['post', '/unknown'];
    const caller = as(this.#creator);
    const response =
      method === 'delete'
        ? await caller.delete(this.url + path)
        : await caller[method](this.url + path, body);
    if (response.status >= 300) return response.body.error.message;
    if (operation === 'createSiteSection') this.ids.set(String(siteSpaceId), response.body.siteSpaces[0].id);
    if (operation.startsWith('create')) this.ids.set(String(id), response.body.id);
    return null;
  }

  /** A step with the ids of this site; what it adds itself keeps its name. */
  real(step: StructureDraftStep): Record<string, Record<string, never>> {
    return JSON.parse(JSON.stringify(step), (name, value) =>
      typeof value === 'string' && name !== 'title' && name !== 'path'
        ? (this.ids.get(value) ?? value)
        : value,
    );
  }

  /** The structure with names instead of ids. */
  async read(): Promise<unknown> {
    const { body } = await as(this.#creator).get(`${this.url}/structure`);
    const structure: SiteStructure = body;
    const names = new Map([...this.ids].map(([name, id]) => [id, name]));
    return JSON.parse(JSON.stringify(structure.structure), (member, value) => {
      if (['space', 'urls', 'createdAt', 'updatedAt'].includes(member)) return value.id;
      return typeof value === 'string' ? (names.get(value) ?? value) : value;
    });
  }
}

/** Two sites with the same structure. */
export async function openTwins(
  w: OrganizationFixture,
  spaces: readonly string[],
): Promise<{ drafted: TwinSite; direct: TwinSite; names: Names }> {
  const [drafted, direct] = [await openTwin(w, spaces), await openTwin(w, spaces)];
  return {
    drafted,
    direct,
    names: { sections: ['s0', 's1', 's2'], groups: ['g0'], siteSpaces: ['p0', 'p1', 'p2', 'p3'] },
  };
}

export async function openTwin(w: OrganizationFixture, spaces: readonly string[]): Promise<TwinSite> {
  const site = new TwinSite(w, (await createSite({ organizationId: w.organization.id })).id);
  const start: StructureDraftStep[] = [0, 1, 2].map((index) => ({
    createSiteSection: {
      id: `s${index}`,
      siteSpaceId: `p${index}`,
      body: { spaceId: spaces[index] ?? '', title: `Start ${index}` },
    },
  }));
  start.push(
    { createSiteSpace: { id: 'p3', body: { spaceId: spaces[3] ?? '', sectionId: 's0' } } },
    { createSiteSectionGroup: { id: 'g0', body: { title: 'Group', sections: ['s2'] } } },
  );
  for (const step of start) expect(await site.send(step)).toBeNull();
  return site;
}
