import { linkOptions, type LinkProps } from '@tanstack/react-router';
import type { SiteFinding, SiteFindingKind } from '#api/generated/types.gen.ts';

/** What findings of a kind are called in lists. */
export const kindLabels: Readonly<Record<SiteFindingKind, string>> = {
  'dead-link': 'Links that lead nowhere',
  'dead-condition': 'Conditions that nobody meets',
  'missing-translation': 'Missing translations',
  'missing-description': 'Pages without description',
  'orphan-page': 'Pages that nothing leads to',
  'heading-order': 'Headings out of order',
  'missing-alt-text': 'Pictures without alternative text',
  'unused-file': 'Unused files',
};

/** What is wrong, as a sentence. */
export function describeFinding({ kind, space, problem }: SiteFinding): string {
  switch (kind) {
    case 'dead-link':
      return problem ?? 'The link leads nowhere.';
    case 'dead-condition':
      return 'No visitor meets the condition, or it can’t be read.';
    case 'missing-translation':
      return `Isn’t in “${space.title}”: its readers get the first page there.`;
    case 'missing-description':
      return 'Has no description, which search engines and link previews show.';
    case 'orphan-page':
      return 'Is in no navigation, and no page links to it.';
    case 'heading-order':
      return 'A heading leaves out a level.';
    case 'missing-alt-text':
      return 'A picture has no alternative text.';
    case 'unused-file':
      return 'No page uses the file.';
  }
}

/** What the finding is about. */
export const nameOfFinding = ({ page, file, reusableContent, item }: SiteFinding): string =>
  (page ?? file ?? reusableContent ?? item)?.title ?? '';

export interface FindingFix {
  label: string;
  link: LinkProps;
}

/** Where what is wrong is mended: in a change request of its own, or in one that is there. */
interface FixPlace {
  organizationId: string;
  /** The change request that brings the findings of its space, as in URLs. */
  changeRequest?: { spaceId: string; number: string } | undefined;
}

/** Where a finding is mended; null for those of the structure itself. */
export function fixOfFinding(
  { organizationId, changeRequest }: FixPlace,
  finding: SiteFinding,
): FindingFix | null {
  const { kind, space, page, file, reusableContent, line } = finding;
  if (changeRequest?.spaceId === space.id && kind !== 'missing-translation')
    return fixIn({ organizationId, spaceId: space.id, changeRequest: changeRequest.number }, finding);
  const params = { organizationId, spaceId: space.id };
  if (file) {
    const to = '/o/$organizationId/spaces/$spaceId/files/$fileId' as const;
    return { label: 'Open file', link: linkOptions({ to, params: { ...params, fileId: file.id } }) };
  }
  if (reusableContent) {
    const to = '/o/$organizationId/spaces/$spaceId/reusable' as const;
    return { label: 'Edit', link: linkOptions({ to, params, search: { change: reusableContent.id } }) };
  }
  if (!page) return null;
  if (kind === 'missing-translation') {
    const to = '/o/$organizationId/spaces/$spaceId/pages' as const;
    return { label: 'Open space', link: linkOptions({ to, params }) };
  }
  const to = '/o/$organizationId/spaces/$spaceId/pages/$pageId' as const;
  const search = { change: 'new' as const, ...(line !== undefined && { line }) };
  return { label: 'Edit', link: linkOptions({ to, params: { ...params, pageId: page.id }, search }) };
}

/** The same in a change request. */
function fixIn(
  params: { organizationId: string; spaceId: string; changeRequest: string },
  { page, reusableContent, line }: SiteFinding,
): FindingFix {
  if (page) {
    const to = '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content/$pageId/edit' as const;
    const search = line === undefined ? {} : { line };
    return { label: 'Edit', link: linkOptions({ to, params: { ...params, pageId: page.id }, search }) };
  }
  if (reusableContent) {
    const to = '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable/$contentId/edit' as const;
    return { label: 'Edit', link: linkOptions({ to, params: { ...params, contentId: reusableContent.id } }) };
  }
  const to = '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/files' as const;
  return { label: 'Open files', link: linkOptions({ to, params }) };
}
