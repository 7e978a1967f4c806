import { describe, expect, it } from 'vitest';
import type { ChangeRequest, RequestedReviewer, User } from '#api/generated/types.gen.ts';
import { denialReasonsOf, describeSize, linesOfSize, parseReviewerRequests } from './labels.ts';
import { activityOf } from './overview/activity.tsx';
import { checksOf } from './readiness.ts';

const user = (id: string): User => ({
  object: 'user',
  id,
  displayName: id.toUpperCase(),
  urls: { location: '' },
});

const requested: RequestedReviewer[] = JSON.parse(
  JSON.stringify([
    { kind: 'user', user: user('ada'), requestedBy: user('kim'), createdAt: '2026-01-02T00:00:00Z' },
    { kind: 'team', team: { id: 't1', title: 'Editors' }, createdAt: '2026-01-03T00:00:00Z' },
    { kind: 'robot', createdAt: '2026-01-03T00:00:00Z' },
  ]),
);

const changeRequest: Pick<ChangeRequest, 'createdAt' | 'createdBy' | 'updatedAt' | 'status'> = {
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  createdBy: user('kim'),
  status: 'open',
};

it('parses review requests for people and teams, and skips others', () => {
  expect(
    parseReviewerRequests(requested).map(({ displayName, user: asked }) => [displayName, asked?.id]),
  ).toEqual([
    ['ADA', 'ada'],
    ['Editors', undefined],
  ]);
});

it('lists a team whose review was requested', () => {
  const texts = activityOf({
    changeRequest,
    reviews: [],
    requested,
    comments: [],
    replies: [],
    changes: [],
  }).map(({ by, text }) => [by?.id, text]);
  expect(texts).toContainEqual([undefined, 'requested a review from Editors']);
  expect(texts).toContainEqual(['kim', 'requested a review from ADA']);
});

it('waits for the review of a team', () => {
  const whole: ChangeRequest = JSON.parse(JSON.stringify({ ...changeRequest, comments: 0, outdated: false }));
  const checks = checksOf({
    changeRequest: whole,
    denialReasons: JSON.parse('{}'),
    isOwn: true,
    unviewed: null,
    conflicts: null,
    links: null,
    readers: null,
    reviews: [],
    requested,
    rules: null,
  });
  const says = checks.find(({ subject }) => subject === 'reviews')?.summary;
  // Names are isolated from the writing direction of the sentence.
  expect(says?.replaceAll(/[\u2068\u2069]/g, '')).toBe('Waiting on ADA and Editors');
});

const ada = { object: 'user' as const, id: 'ada', displayName: 'Ada', urls: { location: '' } };
const allPermissions = { edit: true, review: true, merge: true };

describe('denialReasonsOf', () => {
  it('allows reviewers every action on change requests of others', () => {
    expect(denialReasonsOf({ status: 'open', createdBy: ada }, allPermissions, 'ben')).toEqual({});
  });

  it('denies reviewing one’s own change request, but not merging it', () => {
    const { review, merge } = denialReasonsOf({ status: 'open', createdBy: ada }, allPermissions, 'ada');
    expect(review).toContain('your own');
    expect(merge).toBeUndefined();
  });

  it('names the missing role', () => {
    const commenter = { edit: false, review: false, merge: false };
    const { edit, review, merge, reopen, undo } = denialReasonsOf(
      { status: 'draft', createdBy: ada },
      commenter,
      'ben',
    );
    expect([edit, reopen]).toEqual([expect.stringContaining('Editor'), expect.stringContaining('Editor')]);
    expect(undo).toContain('Editor');
    expect([review, merge]).toEqual([
      expect.stringContaining('Reviewer'),
      expect.stringContaining('Reviewer'),
    ]);
  });

  it('gives the closed status first; only archived ones can be reopened', () => {
    expect(denialReasonsOf({ status: 'merged', createdBy: ada }, allPermissions, 'ada')).toMatchObject({
      edit: expect.stringContaining('merged'),
      reopen: expect.stringContaining('merged'),
      review: expect.stringContaining('merged'),
      undo: undefined,
    });
    const archived = denialReasonsOf({ status: 'archived', createdBy: ada }, allPermissions, 'ben');
    expect(archived.merge).toContain('Reopen it');
    expect(archived.reopen).toBeUndefined();
  });
});

it('says how much a change request changes', () => {
  const size = { pages: 2, others: 1, addedLines: 1200, removedLines: 4 };
  expect(linesOfSize(size)).toBe('+1,200 −4');
  expect(describeSize(size)).toBe('2 pages, 1 other change, 1,200 lines added, 4 removed');
  expect(linesOfSize({ pages: 2000, others: 0 })).toBeUndefined();
  expect(describeSize({ pages: 2000, others: 0 })).toBe('2,000 pages');
});
