import type { SiteSection, SiteSpace, SiteStructure } from '#api/generated/types.gen.ts';

/** The columns of an item of a published site beside its title. */
export interface PublishedItem {
  emoji?: string;
  icon?: string;
  /** When the space last changed: its content or its settings. */
  changedAt?: string;
}

/** The items of a published structure, by id. */
export function listPublishedItems({ structure }: SiteStructure): ReadonlyMap<string, PublishedItem> {
  const items = new Map<string, PublishedItem>();
  const addSpaces = (siteSpaces: readonly SiteSpace[]) => {
    for (const { id, space } of siteSpaces) {
      const { emoji, icon, updatedAt } = space;
      items.set(id, { emoji, changedAt: updatedAt, ...(icon !== undefined && { icon }) });
    }
  };
  const addSections = (sections: readonly SiteSection[]) => {
    for (const { id, icon, siteSpaces } of sections) {
      items.set(id, icon === undefined ? {} : { icon });
      addSpaces(siteSpaces);
    }
  };
  for (const item of structure) {
    if (item.object === 'site-space') addSpaces([item]);
    else if (item.object === 'site-section') addSections([item]);
    else if (item.object === 'site-section-group') {
      items.set(item.id, item.icon === undefined ? {} : { icon: item.icon });
      addSections(item.sections);
    }
  }
  return items;
}

/** When a space of the site last changed; undefined where no item says so. */
export function lastChangeOf(items: ReadonlyMap<string, PublishedItem>): string | undefined {
  const times = [...items.values()].flatMap(({ changedAt = '' }) =>
    Number.isNaN(Date.parse(changedAt)) ? [] : [changedAt],
  );
  return times.toSorted((one, other) => Date.parse(other) - Date.parse(one))[0];
}
