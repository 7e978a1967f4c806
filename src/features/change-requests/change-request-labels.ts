import type { ChangeRequest, OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import type { Tone } from '#src/ui/badge.tsx';

const statusLabels: Record<ChangeRequest['status'], { name: string; tone: Tone; meaning: string }> = {
  draft: { name: 'Draft', tone: 'neutral', meaning: 'In progress, not ready for review.' },
  open: { name: 'Open', tone: 'success', meaning: 'Ready for review.' },
  merged: { name: 'Merged', tone: 'accent', meaning: 'Merged into its space.' },
  archived: { name: 'Archived', tone: 'neutral', meaning: 'Closed without merging. Can be reopened.' },
};

/** How a state is shown. A state that nobody has heard of is shown as the server names it. */
export function statusOf(status: string): { name: string; tone: Tone; meaning: string } {
  return new Map(Object.entries(statusLabels)).get(status) ?? { name: status, tone: 'neutral', meaning: '' };
}

/** What a change request is called: its subject, or its number where it has none. */
export function nameOf({ subject, number }: Pick<ChangeRequest, 'subject' | 'number'>): string {
  return subject.trim() === '' ? `Change request ${number}` : subject;
}

/** Whether a change request can still be changed, reviewed and merged. */
export function isUnfinished({ status }: Pick<ChangeRequest, 'status'>): boolean {
  return status === 'draft' || status === 'open';
}

/** The path parameters of a change request: of its own page, or of a row of the list of all spaces. */
export interface ChangeRequestPath {
  spaceId: string;
  /** Its identifier, or its number within the space. */
  changeRequestId: string;
}

/** Where a row of the list of all spaces is found in the interface. */
export function pathOf({ space, number }: Pick<OrganizationChangeRequest, 'space' | 'number'>) {
  return { spaceId: space, changeRequestId: String(number) };
}
