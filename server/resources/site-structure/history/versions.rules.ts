import type {
  PlannedGroup,
  PlannedSection,
  PlannedSiteSpace,
  PlannedStructure,
} from './planned-structure.ts';

/** A row of a structure, as the database writes it into JSON. */
export type ItemRow = Readonly<Record<string, unknown>> & { id: string; rank: string };

/** The rows of a structure. */
export interface ItemRows {
  groups: ItemRow[];
  sections: ItemRow[];
  siteSpaces: ItemRow[];
}

const byRank = (a: ItemRow, b: ItemRow) => {
  const [one, other] = [`${a.rank} ${a.id}`, `${b.rank} ${b.id}`];
  return one < other ? -1 : Number(one > other);
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Rows as a structure in order.
 *
 * @param has whether a space can be shown; without, its site spaces are left out, and sections that have no others
 */
export function toPlannedStructure(rows: ItemRows, has: (spaceId: string) => boolean): PlannedStructure {
  const siteSpacesOf = (sectionId: string | null): PlannedSiteSpace[] => {
    const list = rows.siteSpaces
      .filter((row) => textOrNull(row.section_id) === sectionId && has(text(row.space_id)))
      .toSorted(byRank);
    const chosen = list.find((row) => row.is_default === true) ?? list[0];
    return list.map((row) => ({
      id: row.id,
      spaceId: text(row.space_id),
      path: text(row.path),
      condition: textOrNull(row.condition),
      isDefault: row === chosen,
    }));
  };
  const toSection = (row: ItemRow): PlannedSection => ({
    kind: 'section',
    id: row.id,
    title: text(row.title),
    path: text(row.path),
    icon: textOrNull(row.icon),
    description: textOrNull(row.description),
    condition: textOrNull(row.condition),
    isDefault: row.is_default === true,
    siteSpaces: siteSpacesOf(row.id),
  });
  const sectionsIn = (groupId: string) =>
    rows.sections
      .filter((row) => row.group_id === groupId)
      .toSorted(byRank)
      .map(toSection)
      .filter(({ siteSpaces }) => siteSpaces.length > 0);
  const top = [...rows.groups, ...rows.sections.filter((row) => row.group_id === null)].toSorted(byRank);
  const groups = new Set(rows.groups);
  return {
    top: top.flatMap((row): (PlannedGroup | PlannedSection)[] => {
      if (groups.has(row))
        return [
          {
            kind: 'group',
            id: row.id,
            title: text(row.title),
            icon: textOrNull(row.icon),
            sections: sectionsIn(row.id),
          },
        ];
      const section = toSection(row);
      return section.siteSpaces.length > 0 ? [section] : [];
    }),
    siteSpaces: siteSpacesOf(null),
  };
}

export const spaceIdsOf = (...structures: readonly ItemRows[]): string[] => [
  ...new Set(structures.flatMap(({ siteSpaces }) => siteSpaces.map((row) => text(row.space_id)))),
];

/** What of an earlier structure can't come back, one sentence each. */
export function missingOf(
  earlier: ItemRows,
  { has, titles }: { has: (spaceId: string) => boolean; titles: ReadonlyMap<string, string> },
): string[] {
  const gone = new Set(earlier.siteSpaces.map((row) => text(row.space_id)).filter((id) => !has(id)));
  const spaces = [...gone].map((id) => {
    const title = titles.get(id);
    return title === undefined
      ? 'A space that was deleted can’t come back.'
      : `The space “${title}” was deleted, or you can’t see it.`;
  });
  const sections = earlier.sections.flatMap((row) => {
    const own = earlier.siteSpaces.filter((each) => each.section_id === row.id);
    return own.some((each) => has(text(each.space_id)))
      ? []
      : [`The section “${text(row.title)}” can’t come back without a space.`];
  });
  return [...spaces, ...sections];
}
