import { describe, expect, it } from 'vitest';
import type { Notification, User } from '#api/generated/types.gen.ts';
import { restoringChange } from './change-notifications.ts';
import { describeReason, isFromRepository, subjectName } from './labels.ts';
import { subjectLink } from './subject-link.ts';

const person = (displayName: string): User => ({ object: 'user', id: displayName, displayName, urls: {} });

type Told = Pick<Notification, 'actors' | 'reason' | 'latest'>;

const told = (reason: Notification['reason'], names: readonly string[], action = ''): Told => ({
  reason,
  actors: names.map(person),
  latest: { reason, action, at: '2026-11-29T08:00:00Z' },
});

describe('what happened', () => {
  it('names at most three people, then what they did', () => {
    expect(describeReason(told('comment', ['Ada']))).toBe('Ada commented');
    expect(describeReason(told('comment', ['Ada', 'Bob']))).toBe('Ada and Bob commented');
    expect(describeReason(told('reply', ['Ada', 'Bob', 'Cy']))).toBe('Ada, Bob and Cy replied');
  });

  it('is a noun where nobody did it', () => {
    expect(describeReason(told('conflict', ['Ada']))).toBe('Conflict');
    expect(describeReason(told('token-ends', []))).toBe('Token ends soon');
    expect(describeReason(told('merged', []))).toBe('Merged');
  });

  it('says which of several actions it was', () => {
    expect(describeReason(told('published', ['Ada'], 'publishSite'))).toBe('Ada published this');
    expect(describeReason(told('published', ['Ada'], 'unpublishSite'))).toBe('Ada unpublished this');
  });

  it('is that it came from the repository where commits caused it', () => {
    expect(describeReason(told('conflict', [], 'sync-conflict'))).toBe(
      'Changes from the repository need a decision',
    );
    expect(describeReason(told('changed', ['Ada'], 'receiveCommits'))).toBe(
      'Changes came from the repository',
    );
    expect(isFromRepository(told('changed', ['Ada'], 'editSpaceContent'))).toBe(false);
    // The most important reason is told of, which is not always the latest.
    const { latest } = told('changed', [], 'receiveCommits');
    expect(describeReason({ ...told('merged', ['Ada'], 'mergeChangeRequest'), latest })).toBe(
      'Ada merged this',
    );
  });

  it('shows a reason of a later version as it is', () => {
    const later: Told = JSON.parse(JSON.stringify(told('comment', ['Ada'])).replaceAll('comment', 'starred'));
    expect(describeReason(later)).toBe('starred');
  });
});

describe('the subject', () => {
  it('has the number of a change request, also without a subject', () => {
    const subject = { kind: 'change-request', id: 'c', title: 'Tides', number: 4 } as const;
    expect(subjectName({ subject })).toBe('Tides #4');
    expect(subjectName({ subject: { ...subject, title: ' ' } })).toBe('Change request #4');
    expect(subjectName({ subject: { kind: 'space', id: 's', title: 'Guides' } })).toBe('Guides');
  });

  it('is opened at the comment', () => {
    const subject = { kind: 'change-request', id: 'c', title: 'Tides', number: 4, space: 's' } as const;
    expect(subjectLink({ organization: 'o', subject, comment: 'm' })).toMatchObject({
      params: { organizationId: 'o', spaceId: 's', changeRequest: '4' },
      search: { comment: 'm', status: 'all' },
    });
    const space = { kind: 'space', id: 's', title: 'Guides' } as const;
    expect(subjectLink({ organization: 'o', subject: space, comment: 'm' })).toMatchObject({
      params: { organizationId: 'o', spaceId: 's', commentId: 'm' },
    });
  });
});

describe('undo', () => {
  const now = new Date('2026-11-29T08:00:00Z');

  it('restores what was done, snoozed, read or unread', () => {
    const readAt = '2026-11-28T08:00:00Z';
    const inFuture = '2026-11-30T08:00:00Z';
    expect(restoringChange({ doneAt: readAt, readAt }, now)).toEqual({ done: true });
    expect(restoringChange({ snoozedUntil: inFuture }, now)).toEqual({ snoozedUntil: inFuture });
    expect(restoringChange({ readAt }, now)).toEqual({ done: false, read: true, snoozedUntil: null });
    expect(restoringChange({}, now)).toEqual({ done: false, read: false, snoozedUntil: null });
  });

  it('brings back to the inbox what was snoozed until a time that has passed', () => {
    expect(restoringChange({ snoozedUntil: '2026-11-29T07:00:00Z' }, now).done).toBe(false);
  });
});
