import type { ChangeRequest, OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import type { Tone } from '#src/ui/badge.tsx';

const statusLabels: Record<ChangeRequest['status'], { name: string; tone: Tone; meaning: string }> = {
  draft: { name: 'Draft', tone: 'neutral', meaning: 'In progress, not ready for review.' },
  open: { name: 'Open', tone: 'success', meaning: 'Ready for review.' },
  merged: { name: 'Merged', tone: 'accent', meaning: 'Merged into its space.' },
  archived: { name: 'Archived', tone: 'neutral', meaning: 'Closed without merging. Can be reopened.' },
};

/** Label and tone of a status. An unknown status is shown as the server names it. */
export function statusOf(status: string): { name: string; tone: Tone; meaning: string } {
  return new Map(Object.entries(statusLabels)).get(status) ?? { name: status, tone: 'neutral', meaning: '' };
}

/** The subject, or the number if the subject is empty. */
export function nameOf({ subject, number }: Pick<ChangeRequest, 'subject' | 'number'>): string {
  return subject.trim() === '' ? `Change request ${number}` : subject;
}

/** Whether it can still be edited, reviewed and merged. */
export function isUnfinished({ status }: Pick<ChangeRequest, 'status'>): boolean {
  return status === 'draft' || status === 'open';
}

/** Path parameters of a change request. */
export interface ChangeRequestPath {
  spaceId: string;
  /** Id, or number within the space. */
  changeRequestId: string;
}

export function pathOf({ space, number }: Pick<OrganizationChangeRequest, 'space' | 'number'>) {
  return { spaceId: space, changeRequestId: String(number) };
}
