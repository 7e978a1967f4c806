import type { PlannedSection, PlannedSiteSpace, PlannedStructure } from '../history/planned-structure.ts';

export interface TextNames {
  siteTitle: string;
  titleOf: (spaceId: string) => string;
}

/** Texts that need no quotes: those that YAML takes for nothing else. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z][\w./-]*(?: [\w./-]+)*$/i;

/** A value on one line. Every JSON string is one of YAML. */
const toValue = (text: string): string => (PLAIN.test(text) ? text : JSON.stringify(text));

/** A structure as the text of a `docs.yaml`. Keys are the ids of items. */
export function writeStructureText(structure: PlannedStructure, names: TextNames): string {
  const lines = ['site:', `  title: ${toValue(names.siteTitle)}`];
  const items = [
    ...structure.top.flatMap((item) =>
      item.kind === 'section'
        ? writeSection(item, names)
        : writeItem(
            'section-group',
            { key: item.id, title: item.title, icon: item.icon },
            item.sections.flatMap((section) => writeSection(section, names)),
          ),
    ),
    ...structure.siteSpaces.flatMap((siteSpace) => writeSiteSpace(siteSpace, names)),
  ];
  lines.push(items.length === 0 ? '  structure: []' : '  structure:', ...items.map((line) => `    ${line}`));
  return `${lines.join('\n')}\n`;
}

function writeSection(section: PlannedSection, names: TextNames): string[] {
  const { id: key, title, path, icon, description, condition, isDefault, siteSpaces } = section;
  return writeItem(
    'section',
    { key, title, path, icon, description, condition, default: isDefault },
    siteSpaces.flatMap((siteSpace) => writeSiteSpace(siteSpace, names)),
  );
}

function writeSiteSpace(siteSpace: PlannedSiteSpace, { titleOf }: TextNames): string[] {
  const { id: key, spaceId, path, condition, isDefault } = siteSpace;
  const lines = writeItem('space', { key, title: titleOf(spaceId), path, condition, default: isDefault });
  return [...lines, '  content:', `    space: ${toValue(spaceId)}`];
}

/** The lines of an item of a list. What is null or false is left out. */
function writeItem(
  type: string,
  fields: Record<string, string | boolean | null>,
  children: readonly string[] = [],
): string[] {
  const lines = Object.entries(fields).flatMap(([name, value]) => {
    if (value === null || value === false) return [];
    return [`  ${name}: ${value === true ? 'true' : toValue(value)}`];
  });
  const below = children.length === 0 ? [] : ['  children:', ...children.map((line) => `    ${line}`)];
  return [`- type: ${type}`, ...lines, ...below];
}
