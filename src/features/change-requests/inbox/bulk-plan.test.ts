import { describe, expect, it } from 'vitest';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { bulkDenialReasons, planOf } from './bulk-plan.ts';

const row: OrganizationChangeRequest = {
  object: 'change-request',
  id: 'c',
  number: 7,
  status: 'open',
  subject: '',
  createdBy: { object: 'user', id: 'ada', displayName: 'Ada', urls: { location: '' } },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  revision: 'r',
  revisionInitial: 'r0',
  comments: 0,
  outdated: true,
  urls: { location: '' },
  space: 's',
  spaceTitle: 'Guides',
  spaceEmoji: '',
  reviews: { approved: 0, changesRequested: 0, requested: 0 },
  reviewRequested: false,
  canMerge: true,
};

describe('bulkDenialReasons', () => {
  it('denies what one of them denies, and merging if one can’t be merged', () => {
    const merged = { ...row, status: 'merged' as const };
    expect(bulkDenialReasons([row, merged], 'me')).toEqual({
      archive: undefined,
      update: undefined,
      merge: undefined,
      review: undefined,
    });
    expect(bulkDenialReasons([row], 'ada').review).toContain('can’t review any');
    expect(bulkDenialReasons([merged], 'me').archive).toContain('merged or archived');
    expect(bulkDenialReasons([{ ...row, outdated: false }], 'me').update).toContain('up to date');
    expect(bulkDenialReasons([row, { ...row, canMerge: false }], 'me').merge).toContain('can’t merge all');
  });
});

describe('planOf', () => {
  it('updates outdated change requests, and archives unfinished ones', () => {
    expect(planOf('update', row, 'me')).toMatchObject({
      action: 'change',
      name: 'Change request 7',
      detail: 'Guides #7',
    });
    expect(planOf('update', { ...row, outdated: false }, 'me')).toMatchObject({
      action: 'skip',
      description: 'Already up to date.',
    });
    expect(planOf('archive', { ...row, outdated: false }, 'me').action).toBe('change');
    expect(planOf('archive', { ...row, status: 'merged' }, 'me')).toMatchObject({
      action: 'skip',
      description: 'Already merged.',
    });
  });

  it('reviews what others created and the person may review', () => {
    for (const action of ['approved', 'changes-requested'] as const) {
      expect(planOf(action, row, 'me').action).toBe('change');
      const skipped = [
        [row, 'ada', 'You created it.'],
        [{ ...row, canMerge: false }, 'me', 'You can’t review in its space.'],
        [{ ...row, status: 'archived' as const }, 'me', 'Already archived.'],
      ] as const;
      for (const [item, userId, description] of skipped)
        expect(planOf(action, item, userId)).toMatchObject({ action: 'skip', description });
    }
  });
});
