import type { WantedSiteItem } from '#server/content/repository/edit-site-text.ts';
import {
  groupsOf,
  type PlannedGroup,
  type PlannedSection,
  type PlannedSiteSpace,
  type PlannedStructure,
  sectionsOf,
} from '../../site-structure/history/planned-structure.ts';

type Fields = WantedSiteItem['fields'];

interface Wanting {
  /** The structure that the file has. */
  file: PlannedStructure;
  current: PlannedStructure;
  titleOf: (spaceId: string) => string;
  /** The directory of a space as it is to be written; null for none. */
  directoryOf: (spaceId: string) => string | null;
}

/** The items of a file that has the current structure: of those that it has already, only what differs. */
export function wantedItems({ file, current, titleOf, directoryOf }: Wanting): WantedSiteItem[] {
  const groups = new Map(groupsOf(file).map((group) => [group.id, group]));
  const sections = new Map(sectionsOf(file).map((section) => [section.id, section]));
  const spaces = new Map(
    [file, ...sectionsOf(file)].flatMap(({ siteSpaces }) => siteSpaces).map((each) => [each.id, each]),
  );
  const toSpace = (item: PlannedSiteSpace): WantedSiteItem => {
    const { id, spaceId, path, condition } = item;
    const before = spaces.get(id);
    return {
      id,
      type: 'space',
      fields: { ...(!before && { title: titleOf(spaceId) }), ...changed({ path, condition }, before) },
      ...changedDefault(item, before),
      directory: directoryOf(spaceId),
      children: [],
    };
  };
  const toSection = (item: PlannedSection): WantedSiteItem => {
    const { id, title, path, icon, description, condition, siteSpaces } = item;
    const before = sections.get(id);
    return {
      id,
      type: 'section',
      fields: changed({ title, path, icon, description, condition }, before),
      ...changedDefault(item, before),
      children: siteSpaces.map(toSpace),
    };
  };
  const toGroup = ({ id, title, icon, sections: inside }: PlannedGroup): WantedSiteItem => ({
    id,
    type: 'section-group',
    fields: changed({ title, icon }, groups.get(id)),
    children: inside.map(toSection),
  });
  return [
    ...current.top.map((item) => (item.kind === 'group' ? toGroup(item) : toSection(item))),
    ...current.siteSpaces.map(toSpace),
  ];
}

function changed(fields: Fields, before: Fields | undefined): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) =>
      before ? Reflect.get(before, name) !== value : value !== null,
    ),
  );
}

function changedDefault(
  { isDefault }: { isDefault: boolean },
  before: { isDefault: boolean } | undefined,
): { isDefault?: boolean } {
  return (before?.isDefault ?? false) === isDefault ? {} : { isDefault };
}
