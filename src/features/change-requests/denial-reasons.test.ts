import { describe, expect, it } from 'vitest';
import { denialReasonsOf } from './denial-reasons.ts';

const ada = { object: 'user' as const, id: 'ada', displayName: 'Ada', urls: { location: '' } };
const allPermissions = { edit: true, review: true, merge: true };

describe('refusalsOf', () => {
  it('lets a reviewer do everything with what somebody else has opened', () => {
    expect(denialReasonsOf({ status: 'open', createdBy: ada }, allPermissions, 'ben')).toEqual({});
  });

  it('says that nobody reviews their own, though they may merge it', () => {
    const { review, merge } = denialReasonsOf({ status: 'open', createdBy: ada }, allPermissions, 'ada');
    expect(review).toContain('your own');
    expect(merge).toBeUndefined();
  });

  it('names the role that is missing', () => {
    const commenter = { edit: false, review: false, merge: false };
    const { edit, review, merge, reopen } = denialReasonsOf(
      { status: 'draft', createdBy: ada },
      commenter,
      'ben',
    );
    expect([edit, reopen]).toEqual([expect.stringContaining('Editor'), expect.stringContaining('Editor')]);
    expect([review, merge]).toEqual([
      expect.stringContaining('Reviewer'),
      expect.stringContaining('Reviewer'),
    ]);
  });

  it('says first that it is over; only what is archived can be opened again', () => {
    expect(denialReasonsOf({ status: 'merged', createdBy: ada }, allPermissions, 'ada')).toMatchObject({
      edit: expect.stringContaining('merged'),
      reopen: expect.stringContaining('merged'),
      review: expect.stringContaining('merged'),
    });
    const archived = denialReasonsOf({ status: 'archived', createdBy: ada }, allPermissions, 'ben');
    expect(archived.merge).toContain('Open it again');
    expect(archived.reopen).toBeUndefined();
  });
});
