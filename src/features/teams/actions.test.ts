import { describe, expect, it } from 'vitest';
import { describeDeletion } from './actions.ts';

const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');

describe('describeDeletion', () => {
  it('counts and names the members who leave and what they lose', () => {
    expect(
      describeDeletion({ members: 5, spaces: 1 }, ['Ada', 'Grace', 'Alan', 'Edsger']).map(plain),
    ).toEqual([
      '5 members leave the team: Ada, Grace, Alan, and 2 more. They stay in the organization.',
      'Access to 1 space that comes only from the team is lost.',
    ]);
    expect(describeDeletion({ members: 1, spaces: 0 }, ['Ada']).map(plain)).toEqual([
      '1 member leaves the team: Ada. They stay in the organization.',
      'It has no access to any space.',
    ]);
  });

  it('says so when nothing is lost', () => {
    expect(describeDeletion({ members: 0, spaces: 0 }, [])).toEqual([
      'It has no members and no access to any space.',
    ]);
  });
});
