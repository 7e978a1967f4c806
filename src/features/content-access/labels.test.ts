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

describe('accessReason', () => {
  it.each<[Partial<EffectivePermission>, string]>([
    [{ source: 'user', content: 'guide' }, 'Given to them here.'],
    [{ source: 'user', content: 'manuals' }, 'Given to them on “Manuals”.'],
    [{ source: 'user', content: 'hidden' }, 'Given to them on a parent collection.'],
    [{ source: 'team', content: 'manuals', team: 'writers' }, 'Given to the team “Writers” on “Manuals”.'],
    [{ source: 'team', content: 'guide', team: 'gone' }, 'Given to one of their teams here.'],
    [{ source: 'default', content: 'manuals' }, 'The default level set on “Manuals”.'],
    [{ source: 'organization' }, 'Organization role.'],
    [{ source: 'administrator' }, 'Organization administrators have full access.'],
  ])('%o', (permission, words) => {
    expect(reason(permission)).toBe(words);
  });

  it('shows what it does not know as it is written', () => {
    expect(sourceLabel('heritage')).toBe('heritage');
    expect(sourceLabel('user')).toBe('Direct');
  });
});
