/** Labels of links: status, target, location. */
import type { LinkItem, LinkReference } from '#api/generated/types.gen.ts';

const statusLabels: Record<
  LinkItem['status'],
  { name: string; tone: 'success' | 'danger' | 'warning'; tip: string }
> = {
  ok: { name: 'OK', tone: 'success', tip: 'The target exists.' },
  broken: { name: 'Broken', tone: 'danger', tip: 'The target does not exist.' },
  'in-app': {
    name: 'Internal',
    tone: 'warning',
    tip: 'Links to this console, which readers can’t open.',
  },
};

/** Label of a link status. An unknown status is shown as the server names it. */
export function linkStatusLabel(status: string) {
  const known = Object.entries(statusLabels).find(([name]) => name === status)?.[1];
  return known ?? { name: status, tone: 'warning' as const, tip: '' };
}

/** Name of one end of a link. */
export function referenceName(reference: LinkReference | undefined): string {
  if (!reference) return 'Unknown';
  const { page, anchor, file, space, url } = reference;
  const where = page ? (page.title ?? page.path ?? 'Missing page') : undefined;
  if (where !== undefined) return anchor ? `${where} # ${anchor}` : where;
  if (file) return file.name;
  return space?.title ?? url ?? reference.kind;
}

const relationLabels: Record<string, string> = {
  page: 'Page',
  anchor: 'Page heading',
  file: 'File',
  space: 'Space',
  url: 'URL',
  external: 'URL',
};

/** Type of a link's target. */
export function relationLabel(relation: string): string {
  return Object.entries(relationLabels).find(([name]) => name === relation)?.[1] ?? relation;
}

/** CSV rows of links. */
export function linkCsvRows(links: readonly LinkItem[]): string[][] {
  const rows = links.map(({ status, relation, targetReference, locationReferences }) => [
    linkStatusLabel(status).name,
    relationLabel(relation),
    referenceName(targetReference),
    targetReference?.url ?? '',
    locationReferences.map(referenceName).join('; '),
  ]);
  return [['Status', 'Type', 'Target', 'URL', 'Linked from'], ...rows];
}
