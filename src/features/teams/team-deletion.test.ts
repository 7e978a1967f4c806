import { describe, expect, it } from 'vitest';
import { deletionInWords } from './team-deletion.ts';

const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');

describe('deletionInWords', () => {
  it('counts and names who leaves, and what they lose', () => {
    expect(deletionInWords({ members: 5, spaces: 1 }, ['Ada', 'Grace', 'Alan', 'Edsger']).map(plain)).toEqual(
      [
        '5 people leave the team: Ada, Grace, Alan, and 2 more. They stay in the organization.',
        'The access to 1 space that comes from the team alone is lost.',
      ],
    );
    expect(deletionInWords({ members: 1, spaces: 0 }, ['Ada']).map(plain)).toEqual([
      '1 person leaves the team: Ada. They stay in the organization.',
      'Nothing was shared with it.',
    ]);
  });

  it('says so when nothing is lost', () => {
    expect(deletionInWords({ members: 0, spaces: 0 }, [])).toEqual([
      'Nobody is in it, and nothing was shared with it.',
    ]);
  });
});
