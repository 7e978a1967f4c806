import type {
  ConflictSide,
  ContentConflict,
  ContentConflicts,
  ContentEdit,
  FileConflict,
  PageCover,
  PageLayout,
  ReusableContentConflict,
} from '#api/generated/types.gen.ts';

export type SideName = 'base' | 'space' | 'change-request';

/** Fields that are taken from one version, not edited as text. */
export const conflictFields = [
  'slug',
  'description',
  'emoji',
  'icon',
  'cover',
  'layout',
  'hidden',
  'noIndex',
  'vars',
  'tags',
  'href',
  'parent',
] as const;

/** One of them. */
export type ConflictField = (typeof conflictFields)[number];

/**
 * How a page in conflict is resolved: with one of its versions, or `edited`: with merged text and a version for each
 * other field (the change request's by default).
 */
export type Resolution =
  | { kind: SideName }
  | { kind: 'edited'; title: string; markdown: string; sides?: Partial<Record<ConflictField, SideName>> };

/** Resolutions so far, by page or file. A file has one of the two sides. */
export type Resolutions = Readonly<Record<string, Resolution>>;

export const maxEditsPerRequest = 50;

/** A page, a reusable content or a file. */
export type Conflict = TextConflict | FileConflict;

/** A page, or a reusable content in the form of one: of the fields it has title and text only. */
export interface TextConflict extends ContentConflict {
  isReusable?: true;
}

/** Pages, then reusable contents, then files. */
export const conflictsOf = ({
  conflicts,
  files = [],
  reusableContents = [],
}: ContentConflicts): Conflict[] => [...conflicts, ...reusableContents.map(asText), ...files];

function asText({ reusableContent, attributes, ...sides }: ReusableContentConflict): TextConflict {
  const { base, space, changeRequest } = sides;
  const nowhere = { path: '', parent: null };
  return {
    page: reusableContent,
    title: changeRequest.title,
    attributes,
    isReusable: true,
    ...(base && { base: { ...base, ...nowhere } }),
    space: { ...space, ...nowhere },
    changeRequest: { ...changeRequest, ...nowhere },
  };
}

export const idOf = (conflict: Conflict): string => ('page' in conflict ? conflict.page : conflict.file);

export function titleOf(conflict: Conflict): string {
  if ('page' in conflict) return conflict.title;
  return (conflict.changeRequest ?? conflict.space ?? conflict.base)?.name ?? conflict.file;
}

/** Whether one side deleted the page. */
export const isDeletion = ({ attributes }: ContentConflict): boolean => attributes.includes('page');

const writable = new Set<string>(['title', 'markdown', ...conflictFields]);

/** Whether a version other than the change request's can be used: the API can't write the type of a page. */
export const canTakeSide = (conflict: ContentConflict): boolean =>
  isDeletion(conflict) || conflict.attributes.every((name) => writable.has(name));

/** One version of a page; undefined if the page does not exist there. */
export function sideOf(conflict: ContentConflict, name: SideName): ConflictSide | undefined {
  return name === 'change-request' ? conflict.changeRequest : conflict[name];
}

/** Fields in conflict besides title and text. */
export const fieldsInConflict = ({ attributes }: ContentConflict): ConflictField[] =>
  conflictFields.filter((field) => attributes.includes(field));

/** The text that manual editing starts from. */
export function initialMergedText({ changeRequest, space, base }: ContentConflict): {
  title: string;
  markdown: string;
} {
  const { title = '', markdown = '' } = changeRequest ?? space ?? base ?? {};
  return { title, markdown };
}

/** The edit that resolves one page. Fields without conflict are left to the server's merge. */
export function editOf(conflict: TextConflict, resolution: Resolution): ContentEdit {
  const { page, attributes, isReusable } = conflict;
  if (isReusable) {
    const markdown =
      resolution.kind === 'edited' ? resolution.markdown : sideOf(conflict, resolution.kind)?.markdown;
    return {
      operation: 'update_reusable_content',
      reusableContent: page,
      ...(markdown !== undefined && { document: { markdown } }),
    };
  }
  if (resolution.kind === 'edited') {
    const { title, markdown, sides = {} } = resolution;
    const isText = isDeletion(conflict) || attributes.includes('markdown');
    const isTitle = isDeletion(conflict) || attributes.includes('title');
    return {
      operation: 'update_page',
      page,
      ...(isTitle && { title }),
      ...(isText && { document: { markdown } }),
      ...fieldEdits(conflict, (field) => sides[field] ?? 'change-request'),
    };
  }
  const { kind } = resolution;
  const side = sideOf(conflict, kind);
  if (isDeletion(conflict)) return { operation: side ? 'update_page' : 'delete_page', page };
  return {
    operation: 'update_page',
    page,
    ...(side && attributes.includes('title') && { title: side.title }),
    ...(side && attributes.includes('markdown') && { document: { markdown: side.markdown } }),
    ...fieldEdits(conflict, () => kind),
  };
}

/** Edits for the fields in conflict. */
function fieldEdits(
  conflict: ContentConflict,
  chosen: (field: ConflictField) => SideName,
): Partial<ContentEdit> {
  const edits: Partial<ContentEdit> = {};
  for (const field of fieldsInConflict(conflict)) {
    const side = sideOf(conflict, chosen(field));
    if (side) Object.assign(edits, fieldEdit(side, field));
  }
  return edits;
}

/** The edit that gives a page the field of one version, or clears it. */
function fieldEdit(side: ConflictSide, field: ConflictField): Partial<ContentEdit> {
  switch (field) {
    case 'parent':
      return { into: side.parent };
    case 'cover':
    case 'layout':
      return { [field]: side[field] ?? null };
    case 'hidden':
    case 'noIndex':
      return { [field]: side[field] ?? false };
    case 'vars':
      return { vars: side.vars ?? {} };
    case 'tags':
      return { tags: side.tags ?? [] };
    case 'slug':
    case 'href':
      return side[field] === undefined ? {} : { [field]: side[field] };
    default:
      return { [field]: side[field] ?? '' };
  }
}

/** The edit that makes a file what one side has; without the file where that side deleted it. */
function fileEditOf({ file, space, changeRequest }: FileConflict, kind: SideName): ContentEdit {
  const side = kind === 'space' ? space : changeRequest;
  if (!side) return { operation: 'delete_file', file };
  // If one side deleted the item, the merge takes the other side's version.
  const isOther = kind === 'space' && changeRequest !== undefined;
  return { operation: 'update_file', file, ...(isOther && { useSpaceVersion: true }) };
}

/** The edits that resolve all conflicts; null while one is unresolved. */
export function editsOf(conflicts: readonly Conflict[], resolutions: Resolutions): ContentEdit[] | null {
  const edits: ContentEdit[] = [];
  for (const conflict of conflicts) {
    const resolution = resolutions[idOf(conflict)];
    if (!resolution) return null;
    if ('page' in conflict) edits.push(editOf(conflict, resolution));
    else if (resolution.kind !== 'edited') edits.push(fileEditOf(conflict, resolution.kind));
  }
  return edits;
}

/**
 * Which resolutions stay valid after the conflicts were fetched again: manual texts always, a chosen version only if it
 * is unchanged.
 */
export function carryOverResolutions(
  previousConflicts: readonly Conflict[],
  nextConflicts: readonly Conflict[],
  resolutions: Resolutions,
): { resolutions: Resolutions; stalePages: string[] } {
  const previous = new Map(previousConflicts.map((conflict) => [idOf(conflict), conflict]));
  const carried: Record<string, Resolution> = {};
  const stalePages: string[] = [];
  for (const conflict of nextConflicts) {
    const id = idOf(conflict);
    const resolution = resolutions[id];
    if (!resolution) continue;
    const isSame = JSON.stringify(previous.get(id)) === JSON.stringify(conflict);
    if (isSame || resolution.kind === 'edited') carried[id] = resolution;
    if (!isSame) stalePages.push(id);
  }
  return { resolutions: carried, stalePages };
}

export const fieldNames: Readonly<Record<ConflictField, string>> = {
  slug: 'slug',
  description: 'description',
  emoji: 'emoji',
  icon: 'icon',
  cover: 'cover',
  layout: 'layout',
  hidden: 'hidden from navigation',
  noIndex: 'excluded from search',
  vars: 'variables',
  tags: 'tags',
  href: 'target',
  parent: 'position',
};

/** A field of one version, as text. */
export function formatField(side: ConflictSide, field: ConflictField): string {
  switch (field) {
    case 'parent':
      return side.parent === null ? 'top level' : `under “${side.parentTitle ?? side.parent}”`;
    case 'cover':
      return formatCover(side.cover);
    case 'layout':
      return formatLayout(side.layout);
    case 'hidden':
    case 'noIndex':
      return side[field] === true ? 'Yes' : 'No';
    case 'vars':
      return formatVars(side.vars);
    case 'tags':
      return side.tags?.join(', ') ?? 'none';
    default:
      return side[field] ?? 'none';
  }
}

/** `file 3kd9, position 20`. */
function formatCover(cover: PageCover | undefined): string {
  if (!cover) return 'none';
  return `file ${cover.ref.file}${cover.yPos === undefined ? '' : `, position ${cover.yPos}`}`;
}

/** `version = 2, product = Bindery`. */
function formatVars(vars: ConflictSide['vars'] = {}): string {
  const entries = Object.entries(vars).map(([name, value]) => `${name} = ${value}`);
  return entries.length === 0 ? 'none' : entries.join(', ');
}

/** The settings of a layout: `title: No, coverSize: full`. */
function formatLayout(layout: PageLayout | undefined): string {
  const set = Object.entries(layout ?? {}).map(([name, value]) => {
    const label = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return `${label}: ${value === true ? 'Yes' : value === false ? 'No' : String(value)}`;
  });
  return set.length === 0 ? 'default' : set.join(', ');
}
