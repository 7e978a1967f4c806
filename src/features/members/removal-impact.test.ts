import { describe, expect, it } from 'vitest';
import type { MemberSpace, MemberTeam } from '#api/generated/types.gen.ts';
import { describeRemovalImpact } from './removal-impact.ts';

const space = (title: string) => ({ permission: 'read', space: { title } }) as MemberSpace;
const team = (title: string, role: 'owner' | 'member') =>
  ({ team: { title }, member: { role } }) as MemberTeam;

const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');

describe('impactInWords', () => {
  it('names some of what is lost and counts the rest', () => {
    const spaces = { items: ['API', 'Guides', 'Help', 'News'].map(space), count: 40 };
    const teams = { items: [team('Docs', 'owner'), team('Support', 'member')], count: 2 };
    expect(describeRemovalImpact(spaces, teams).map(plain)).toEqual([
      'Loses access to 40 spaces: “API”, “Guides”, “Help”, and 37 more.',
      'Leaves 2 teams: “Docs” and “Support”.',
      'Owns “Docs”. Add another owner first.',
    ]);
  });

  it('says so when nothing is lost', () => {
    expect(describeRemovalImpact({ items: [], count: 0 }, { items: [], count: 0 })).toEqual([
      'No teams or spaces are affected.',
    ]);
  });
});
