import { describe, expect, it } from 'vitest';
import type { ContentChange, ContentChangeType } from '#api/generated/types.gen.ts';
import { pageEditsOf } from './page-edits.ts';

const change = (
  title: string,
  updatedAt?: string,
  type: ContentChangeType = 'page_edited',
): ContentChange => ({
  type,
  page: {
    id: title,
    title,
    path: title,
    type: 'document',
    attributes: [],
    ...(updatedAt !== undefined && { updatedAt }),
  },
});
const textsOf = (...changes: ContentChange[]) =>
  pageEditsOf(changes, '2026-01-01T10:00:00.000Z').map(({ at, text }) => [
    at.slice(11, 16),
    text.replaceAll(/[\u2068\u2069]/g, ''),
  ]);

describe('the edits of a change request', () => {
  it('name the pages of each time, newest first', () => {
    expect(
      textsOf(
        change('Lamps', '2026-01-01T11:00:00.000Z'),
        change('Oil', '2026-01-01T12:00:00.000Z', 'page_created'),
        change('Wicks', '2026-01-01T10:55:00.000Z', 'page_created'),
      ),
    ).toEqual([
      ['12:00', 'Added Oil'],
      ['11:00', 'Edited Lamps and Wicks'],
    ]);
  });

  it('leave out what has no time, and what is older than the change request', () => {
    expect(
      textsOf(
        change('Gone', undefined, 'page_deleted'),
        change('Moved', '2025-12-01T10:00:00.000Z', 'page_moved'),
        { type: 'file_created', file: { id: 'f', name: 'f' } },
      ),
    ).toEqual([]);
  });
});
