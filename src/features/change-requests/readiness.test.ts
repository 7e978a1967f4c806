import { describe, expect, it } from 'vitest';
import type { ChangeRequest, Comment, LinkStats, Review, User } from '#api/generated/types.gen.ts';
import { activityOf } from './overview/activity.tsx';
import { checksOf, latestReviews, mergeStateOf, type ReadinessInput } from './readiness.ts';

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
  space: 's',
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
const comment = (postedAt: string): Comment => ({
  object: 'comment',
  id: postedAt,
  postedBy: person('eve'),
  postedAt,
  reactions: [],
  replies: 0,
  body: { markdown: 'Is it so?' },
  target: { space: 's', changeRequest: 'c' },
  urls: { location: '' },
  permissions: { view: true, edit: false, reply: true, delete: false },
  status: 'open',
});
const input: ReadinessInput = {
  changeRequest,
  denialReasons: {
    edit: undefined,
    write: undefined,
    reopen: undefined,
    review: undefined,
    merge: undefined,
    undo: undefined,
  },
  isOwn: false,
  unviewed: { remaining: 0, total: 3, files: 0 },
  conflicts: { spaceRevision: 's', conflicts: [] },
  links: { total: 9, broken: { total: 0, changeRequest: 0 } },
  readers: { object: 'change-request-checks', counts: [], findings: [], isPartial: false },
  reviews: [review('ben', 'approved')],
  requested: [],
  rules: { object: 'merge-readiness', rules: [], canBypass: false },
};
/** The check of a subject, without the isolation marks around names. */
const level = (subject: string, change: Partial<ReadinessInput>) => {
  const subjectCheck = checksOf({ ...input, ...change }).find((check) => check.subject === subject);
  return subjectCheck && { ...subjectCheck, summary: subjectCheck.summary.replaceAll(/[\u2068\u2069]/g, '') };
};

describe('checksOf with merge rules', () => {
  const rules: ReadinessInput['rules'] = {
    object: 'merge-readiness',
    canBypass: false,
    rules: [
      { scope: 'organization', rule: 'approvals', met: true, message: '1 of 1 required approval.' },
      {
        scope: 'space',
        rule: 'owners',
        met: false,
        message: 'No owner of “guides” has approved.',
        pagePath: 'guides',
      },
      { scope: 'space', rule: 'comments', met: false, message: '2 comments not resolved.' },
    ],
  };

  it('shows each rule with its state, in place of the advice about the same', () => {
    const ruled = checksOf({ ...input, changeRequest: { ...changeRequest, comments: 2 }, rules }).filter(
      ({ subject }) => subject === 'reviews' || subject === 'comments',
    );
    expect(ruled).toEqual([
      {
        subject: 'reviews',
        rule: 'organization approvals ',
        level: 'passed',
        summary: '1 of 1 required approval',
      },
      {
        subject: 'reviews',
        rule: 'space owners guides',
        level: 'blocking',
        summary: 'No owner of “guides” has approved',
        hint: 'A merge rule of the space requires it.',
      },
      {
        subject: 'comments',
        rule: 'space comments ',
        level: 'blocking',
        summary: '2 comments not resolved',
        hint: 'A merge rule of the space requires it.',
      },
      expect.objectContaining({ subject: 'reviews', level: 'passed' }),
    ]);
  });

  it('waits for them, and does without them where they could not be read', () => {
    expect(level('rules', { rules: undefined })).toMatchObject({ level: 'checking' });
    expect(level('rules', { rules: undefined, failed: new Set(['rules'] as const) })).toMatchObject({
      level: 'warning',
      summary: 'Couldn’t check merge rules',
    });
    expect(level('rules', { rules: null })).toBeUndefined();
  });
});

describe('checksOf', () => {
  it('passes all checks if nothing is left to do', () => {
    expect(checksOf(input).map((check) => check.level)).toEqual(Array(9).fill('passed'));
  });

  it('warns about what could not be checked, and waits for what is being checked', () => {
    const unknown = { unviewed: undefined, conflicts: undefined };
    expect(level('conflicts', unknown)?.level).toBe('checking');
    const failed = new Set(['conflicts'] as const);
    expect(level('conflicts', { ...unknown, failed })).toMatchObject({
      level: 'warning',
      summary: 'Couldn’t check conflicts',
    });
    expect(level('pages', { ...unknown, failed })?.level).toBe('checking');
    expect(level('conflicts', { failed })?.level).toBe('passed');
  });

  it('blocks on conflicts and missing permission; everything else is a warning', () => {
    const conflicts = {
      spaceRevision: 's',
      conflicts: [{ page: 'p', title: 'Ports', attributes: ['markdown'] }],
    };
    expect(level('conflicts', { conflicts })).toMatchObject({
      level: 'blocking',
      summary: '1 page with conflicts',
    });
    const merge = 'Requires the Reviewer role or higher.';
    expect(level('permission', { denialReasons: { ...input.denialReasons, merge } })).toMatchObject({
      level: 'blocking',
      hint: merge,
    });
    expect(level('main', { changeRequest: { ...changeRequest, outdated: true } })?.level).toBe('warning');
    expect(level('comments', { changeRequest: { ...changeRequest, comments: 2 } })?.summary).toBe(
      '2 open comments',
    );
    expect(level('author', { isOwn: true, reviews: [] })?.level).toBe('warning');
    // Another person has approved it.
    expect(level('author', { isOwn: true })?.level).toBe('passed');
  });

  it('distinguishes newly broken links from those broken before', () => {
    expect(level('links', { links: { total: 9, broken: { total: 5, changeRequest: 2 } } })).toMatchObject({
      summary: 'Breaks 2 links',
      hint: 'Fix broken links first. 3 others were already broken.',
    });
    expect(level('links', { links: { total: 9, broken: { total: 5, changeRequest: 0 } } })?.level).toBe(
      'passed',
    );
  });

  it('counts what readers would stumble over newly', () => {
    const found = { object: 'change-request-checks' as const, findings: [], isPartial: false };
    const counts = [
      { kind: 'dead-link' as const, count: 1, isPartial: false },
      { kind: 'orphan-page' as const, count: 2, isPartial: false },
    ];
    expect(level('readers', { readers: { ...found, counts } })).toMatchObject({
      level: 'warning',
      summary: 'Adds 3 problems for readers',
    });
    expect(level('readers', {})?.level).toBe('passed');
    expect(level('readers', { readers: { ...found, counts: [], isPartial: true } })).toMatchObject({
      level: 'warning',
      hint: 'It changes too much to check all of it.',
    });
  });

  it('passes on no number that the server didn’t give', () => {
    const untold = (total: number): LinkStats => JSON.parse(JSON.stringify({ total: 9, broken: { total } }));
    expect(level('links', { links: untold(2) })).toMatchObject({
      level: 'warning',
      summary: 'New broken links not checked',
      hint: 'The server doesn’t say which of 2 broken links are new.',
    });
    expect(level('links', { links: untold(0) })?.level).toBe('passed');
  });

  it('counts the latest review of each reviewer', () => {
    const reviews = [
      review('ben', 'approved'),
      review('ben', 'changes-requested'),
      review('eve', 'approved'),
    ];
    expect(latestReviews(reviews)).toHaveLength(2);
    expect(level('reviews', { reviews })).toMatchObject({
      level: 'passed',
      summary: 'Approved by BEN and EVE',
    });
    expect(level('reviews', { reviews: reviews.slice(1) })).toMatchObject({
      summary: 'Changes requested by BEN',
      hint: 'See their comments under Activity.',
    });
    const requested = { kind: 'user' as const, user: person('ben'), createdAt: '2026-01-02T00:00:00.000Z' };
    const outdatedReviews = [review('ben', 'changes-requested', { outdated: true })];
    expect(level('reviews', { reviews: outdatedReviews })?.hint).toBe(
      'Changed since the review. Request a re-review.',
    );
    expect(level('reviews', { reviews: outdatedReviews, requested: [requested] })?.hint).toMatch(
      /Re-review requested/,
    );
    expect(level('reviews', { reviews: [review('ben', 'approved', { outdated: true })] })?.level).toBe(
      'warning',
    );
    expect(level('reviews', { reviews: [] })?.summary).toBe('No reviews yet');
  });

  it('counts the changed pages that were not viewed', () => {
    expect(level('pages', { unviewed: { remaining: 2, total: 3, files: 0 } })).toMatchObject({
      level: 'warning',
      summary: '2 of 3 changed pages not viewed',
    });
    expect(level('pages', { unviewed: { remaining: 0, total: 0, files: 1 } })?.summary).toBe(
      'No changed pages',
    );
  });

  it('has nothing to merge without changed pages or files', () => {
    expect(level('empty', { unviewed: { remaining: 0, total: 0, files: 0 } })).toMatchObject({
      level: 'blocking',
      summary: 'Nothing to merge yet',
    });
  });

  it('omits checks that the server does not support', () => {
    const unsupported = {
      unviewed: null,
      conflicts: null,
      links: null,
      readers: null,
      reviews: null,
      requested: null,
      rules: null,
    };
    expect(checksOf({ ...input, ...unsupported }).map(({ subject }) => subject)).toEqual([
      'permission',
      'main',
      'comments',
      'author',
    ]);
  });

  it('shows checks that are still loading', () => {
    const unknown = { unviewed: undefined, conflicts: undefined, links: undefined, reviews: undefined };
    expect(checksOf({ ...input, ...unknown }).filter((check) => check.level === 'checking')).toHaveLength(4);
  });
});

describe('mergeStateOf', () => {
  const stateOf = (change: Partial<ReadinessInput>) => {
    const { state, problems } = mergeStateOf(checksOf({ ...input, ...change }));
    return [state, problems.map(({ subject }) => subject)];
  };

  it('names blocking checks before warnings, and warnings once everything is known', () => {
    const conflicts = {
      spaceRevision: 's',
      conflicts: [{ page: 'p', title: 'Ports', attributes: ['markdown'] }],
    };
    expect(stateOf({})).toEqual(['ready', []]);
    expect(stateOf({ isOwn: true, reviews: [] })).toEqual(['warned', ['reviews', 'author']]);
    expect(stateOf({ isOwn: true, conflicts })).toEqual(['blocked', ['conflicts']]);
    expect(stateOf({ isOwn: true, links: undefined })).toEqual(['checking', []]);
  });
});

describe('activityOf', () => {
  it('lists the activity with comments, newest first', () => {
    const requested = [
      {
        kind: 'user' as const,
        user: person('eve'),
        requestedBy: person('ada'),
        createdAt: '2026-01-01T10:00:00.000Z',
      },
    ];
    const entries = activityOf({
      changeRequest: { ...changeRequest, status: 'merged' },
      reviews: [review('ben', 'approved')],
      requested,
      comments: [comment('2026-01-01T11:00:00.000Z')],
      replies: [],
      changes: [],
    });
    expect(entries.map(({ text }) => text)).toEqual([
      'approved',
      'Merged',
      'commented',
      'requested a review from EVE',
      'created this change request',
    ]);
  });

  it('names the pages that were edited instead of saying that something was updated', () => {
    const page = { id: 'p', title: 'Lamps', path: 'lamps', type: 'document' as const, attributes: [] };
    const { updatedAt } = changeRequest;
    const textsOf = (at: string) =>
      activityOf({
        changeRequest,
        reviews: [],
        requested: [],
        comments: [],
        replies: [],
        changes: [{ type: 'page_edited', page: { ...page, updatedAt: at } }],
      }).map(({ text }) => text.replaceAll(/[\u2068\u2069]/g, ''));
    expect(textsOf(updatedAt)).toEqual(['Edited Lamps', 'created this change request']);
    expect(textsOf(changeRequest.createdAt)).toContain('Updated');
  });
});
