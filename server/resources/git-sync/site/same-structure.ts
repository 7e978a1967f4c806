import {
  groupsOf,
  type PlannedSection,
  type PlannedStructure,
  sectionsOf,
} from '../../site-structure/history/planned-structure.ts';

/** The ids of the items of a structure, in order. */
function idsOf(structure: PlannedStructure): string[] {
  const sectionIds = (section: PlannedSection) => [section.id, ...section.siteSpaces.map(({ id }) => id)];
  return [
    ...groupsOf(structure).map(({ id }) => id),
    ...sectionsOf(structure).flatMap(sectionIds),
    ...structure.siteSpaces.map(({ id }) => id),
  ];
}

/** The ids of a structure by those of the same one that was planned. */
export function idsOfSame(planned: PlannedStructure, actual: PlannedStructure): Map<string, string> {
  const ids = idsOf(actual);
  return new Map(idsOf(planned).map((id, index) => [id, ids[index] ?? id]));
}

interface Naming {
  toId: (id: string) => string;
  toSpace: (id: string) => string;
}

/** A structure with other ids of items and of spaces. */
export function withIds(structure: PlannedStructure, { toId, toSpace }: Naming): PlannedStructure {
  const spaces = (list: PlannedStructure['siteSpaces']) =>
    list.map((each) => ({ ...each, id: toId(each.id), spaceId: toSpace(each.spaceId) }));
  const section = (each: PlannedSection): PlannedSection => ({
    ...each,
    id: toId(each.id),
    siteSpaces: spaces(each.siteSpaces),
  });
  return {
    top: structure.top.map((item) =>
      item.kind === 'section'
        ? section(item)
        : { ...item, id: toId(item.id), sections: item.sections.map(section) },
    ),
    siteSpaces: spaces(structure.siteSpaces),
  };
}
