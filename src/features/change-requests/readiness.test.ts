import { describe, expect, it } from 'vitest';
import type { ChangeRequest, Review, User } from '#api/generated/types.gen.ts';
import { activityOf } from './overview-panels.tsx';
import { checksOf, latestReviews, type ReadinessInput } from './readiness.ts';

const person = (id: string): User => ({
  object: 'user',
  id,
  displayName: id.toUpperCase(),
  urls: { location: '' },
});
const changeRequest: ChangeRequest = {
  object: 'change-request',
  id: 'c',
  number: 4,
  status: 'open',
  subject: 'Name the ports',
  createdBy: person('ada'),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  revision: 'r',
  revisionInitial: 'r0',
  comments: 0,
  outdated: false,
  urls: { location: '' },
};
const review = (reviewer: string, status: Review['status'], more: Partial<Review> = {}): Review => ({
  object: 'review',
  id: `${reviewer}-${status}`,
  reviewer: person(reviewer),
  status,
  revision: 'r',
  outdated: false,
  createdAt: '2026-01-03T00:00:00.000Z',
  ...more,
});
const input: ReadinessInput = {
  changeRequest,
  denialReasons: { edit: undefined, reopen: undefined, review: undefined, merge: undefined },
  isOwn: false,
  unviewed: { remaining: 0, total: 3, files: 0 },
  conflicts: { spaceRevision: 's', conflicts: [] },
  links: { total: 9, broken: { total: 0, changeRequest: 0 } },
  reviews: [review('ben', 'approved')],
  requested: [],
};
/** The check of a subject, without the isolation marks around names. */
const level = (subject: string, change: Partial<ReadinessInput>) => {
  const found = checksOf({ ...input, ...change }).find((check) => check.subject === subject);
  return found && { ...found, says: found.summary.replaceAll(/[\u2068\u2069]/g, '') };
};

describe('checksOf', () => {
  it('finds nothing to do where all is well', () => {
    expect(checksOf(input).map((check) => check.level)).toEqual(Array(8).fill('good'));
  });

  it('stops for conflicts and missing permission, and leaves the rest to somebody', () => {
    const conflicts = {
      spaceRevision: 's',
      conflicts: [{ page: 'p', title: 'Ports', attributes: ['markdown'] }],
    };
    expect(level('conflicts', { conflicts })).toMatchObject({ level: 'stop', says: '1 page in conflict' });
    const merge = 'Requires the Reviewer role or higher.';
    expect(level('permission', { denialReasons: { ...input.denialReasons, merge } })).toMatchObject({
      level: 'stop',
      todo: merge,
    });
    expect(level('main', { changeRequest: { ...changeRequest, outdated: true } })?.level).toBe('care');
    expect(level('comments', { changeRequest: { ...changeRequest, comments: 2 } })?.says).toBe(
      '2 open comments',
    );
    expect(level('author', { isOwn: true })?.level).toBe('care');
  });

  it('tells what the change request breaks from what was broken before', () => {
    expect(level('links', { links: { total: 9, broken: { total: 5, changeRequest: 2 } } })).toMatchObject({
      says: 'It breaks 2 links',
      todo: 'Mend them first; 3 others were broken before.',
    });
    expect(level('links', { links: { total: 9, broken: { total: 5, changeRequest: 0 } } })?.level).toBe(
      'good',
    );
  });

  it('counts each reviewer by the latest word', () => {
    const reviews = [
      review('ben', 'approved'),
      review('ben', 'changes-requested'),
      review('eve', 'approved'),
    ];
    expect(latestReviews(reviews)).toHaveLength(2);
    expect(level('verdicts', { reviews })).toMatchObject({ level: 'good', says: 'Approved by BEN and EVE' });
    expect(level('verdicts', { reviews: reviews.slice(1) })).toMatchObject({
      says: 'Changes requested by BEN',
      todo: 'See their comments under Activity.',
    });
    const requested = { user: person('ben'), createdAt: '2026-01-02T00:00:00.000Z' };
    const outdatedReviews = [review('ben', 'changes-requested', { outdated: true })];
    expect(level('verdicts', { reviews: outdatedReviews })?.hint).toBe(
      'Changed since the review. Request a re-review.',
    );
    expect(level('verdicts', { reviews: outdatedReviews, requested: [requested] })?.hint).toMatch(
      /waits for another look/,
    );
    expect(level('verdicts', { reviews: [review('ben', 'approved', { outdated: true })] })?.level).toBe(
      'care',
    );
    expect(level('verdicts', { reviews: [] })?.says).toBe('No reviews yet');
  });

  it('counts the changed pages that were not viewed', () => {
    expect(level('pages', { unviewed: { remaining: 2, total: 3, files: 0 } })).toMatchObject({
      level: 'care',
      says: 'You have not viewed 2 of 3 changed pages',
    });
    expect(level('pages', { unviewed: { remaining: 0, total: 0, files: 1 } })?.says).toBe('No changed pages');
  });

  it('has nothing to merge where neither a page nor a file differs', () => {
    expect(level('empty', { unviewed: { remaining: 0, total: 0, files: 0 } })).toMatchObject({
      level: 'stop',
      says: 'Nothing to merge yet',
    });
  });

  it('leaves out what the server does not tell', () => {
    const unsupported = { unseen: null, conflicts: null, links: null, reviews: null, requested: null };
    expect(checksOf({ ...input, ...unsupported }).map(({ subject }) => subject)).toEqual([
      'permission',
      'main',
      'comments',
      'author',
    ]);
  });

  it('says that it does not know yet', () => {
    const unknown = { unseen: undefined, conflicts: undefined, links: undefined, reviews: undefined };
    expect(checksOf({ ...input, ...unknown }).filter((check) => check.level === 'unknown')).toHaveLength(4);
  });
});

describe('activityOf', () => {
  it('tells what happened, the latest first', () => {
    const requested = [
      { user: person('eve'), requestedBy: person('ada'), createdAt: '2026-01-01T10:00:00.000Z' },
    ];
    const entries = activityOf(
      { ...changeRequest, status: 'merged' },
      [review('ben', 'approved')],
      requested,
    );
    expect(entries.map(({ text }) => text)).toEqual([
      'approved it',
      'Merged',
      'asked EVE for a review',
      'started it',
    ]);
  });
});
