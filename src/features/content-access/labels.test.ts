import { describe, expect, it } from 'vitest';
import type { EffectivePermission } from '#api/generated/types.gen.ts';
import { describeAccess, sourceLabel } from './labels.ts';

const context = {
  contentId: 'guide',
  titleOf: (id: string) => (id === 'manuals' ? 'Manuals' : undefined),
  teamTitleOf: (id: string) => (id === 'writers' ? 'Writers' : undefined),
};
const user = {
  object: 'user',
  id: 'u',
  displayName: 'Bo',
  urls: { location: 'https://press.example' },
} as const;
const reason = (more: Partial<EffectivePermission>) =>
  describeAccess({ permission: 'edit', user, source: 'user', ...more }, context);

describe('describeAccess', () => {
  it.each<[Partial<EffectivePermission>, string]>([
    [{ source: 'user', content: 'guide' }, 'Granted directly here'],
    [{ source: 'user', content: 'manuals' }, 'Granted directly on “Manuals”'],
    [{ source: 'user', content: 'hidden' }, 'Granted directly on a parent collection'],
    [{ source: 'team', content: 'manuals', team: 'writers' }, 'Granted to the team “Writers” on “Manuals”'],
    [{ source: 'team', content: 'guide', team: 'gone' }, 'Granted to one of their teams here'],
    [{ source: 'default', content: 'manuals' }, 'Default access set on “Manuals”'],
    [{ source: 'organization' }, 'Organization role'],
    [{ source: 'administrator' }, 'Organization administrator'],
  ])('%o', (permission, words) => {
    expect(reason(permission)).toBe(words);
  });

  it('shows unknown sources as is', () => {
    expect(sourceLabel('heritage')).toBe('heritage');
    expect(sourceLabel('user')).toBe('Direct');
  });
});
