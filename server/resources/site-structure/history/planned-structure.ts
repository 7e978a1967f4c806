/** A structure of a site as values, as it is or as it is to become. */

export interface PlannedSiteSpace {
  readonly id: string;
  readonly spaceId: string;
  readonly path: string;
  readonly condition: string | null;
  readonly isDefault: boolean;
}

export interface PlannedSection {
  readonly kind: 'section';
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly icon: string | null;
  readonly description: string | null;
  readonly condition: string | null;
  readonly isDefault: boolean;
  readonly siteSpaces: readonly PlannedSiteSpace[];
}

export interface PlannedGroup {
  readonly kind: 'group';
  readonly id: string;
  readonly title: string;
  readonly icon: string | null;
  readonly sections: readonly PlannedSection[];
}

/** A structure in order: of groups and sections, or of site spaces. */
export interface PlannedStructure {
  readonly top: readonly (PlannedGroup | PlannedSection)[];
  readonly siteSpaces: readonly PlannedSiteSpace[];
}

export const sectionsOf = ({ top }: PlannedStructure): PlannedSection[] =>
  top.flatMap((item) => (item.kind === 'group' ? item.sections : [item]));

export const groupsOf = ({ top }: PlannedStructure): PlannedGroup[] =>
  top.flatMap((item) => (item.kind === 'group' ? [item] : []));
