import { describe, expect, it } from 'vitest';
import type { Member } from '#src/api/generated/types.gen.ts';
import { isDoable } from '#src/components/bulk/planned-step.ts';
import { readCsv, writeCsv } from '#src/lib/csv.ts';
import { inverseCsv } from './csv-inverse.ts';
import { type CsvFacts, planRows } from './csv-plan.ts';
import { readMemberFile } from './csv-rows.ts';
import { exportHeadings, toRow } from './member-export.ts';

const member = (id: string, more: Partial<Member> = {}): Member => ({
  object: 'member',
  id,
  role: 'read',
  user: { object: 'user', id, displayName: id, email: `${id}@x.org`, urls: { location: '' } },
  disabled: false,
  joinedAt: '2026-01-01T00:00:00.000Z',
  sso: false,
  spaces: 0,
  teams: 0,
  ...more,
});

const people = [member('ada'), member('eve', { role: 'edit', sso: true }), member('me', { role: 'admin' })];

const facts = (more: Partial<CsvFacts> = {}): CsvFacts => ({
  self: 'me',
  administrators: 1,
  places: new Map(),
  owned: new Map(),
  members: new Map(people.flatMap((one) => [[`${one.id}@x.org`, one] as const, [one.id, one] as const])),
  teams: new Map([['docs', { id: 't1', title: 'Docs' }]]),
  inTeam: new Map([['t1', new Map([['eve', 'member'] as const])]]),
  invites: true,
  ...more,
});

function plan(text: string, more: Partial<CsvFacts> = {}) {
  const read = readMemberFile(text);
  if ('problem' in read) return read.problem;
  return planRows(read.rows, facts(more)).map(({ name, verdict, says }) => `${name}: ${verdict}, ${says}`);
}

describe('a file of members', () => {
  it('says of each line what it would do', () => {
    const lines = plan(
      [
        'email,role,sso,add to teams,remove',
        'ada@x.org,edit,yes,Docs,',
        'EVE@x.org,edit,yes,docs,',
        'new@x.org,Commenter,,,',
        'me@x.org,read,,,',
        'ada@x.org,read,,,',
      ].join('\n'),
    );
    expect(lines).toEqual([
      'ada: change, Reader → Editor; Joins “Docs”; Any sign-in → single sign-on only',
      'eve: skip, Nothing to change.',
      'new@x.org: create, Becomes a member as commenter',
      'me: refuse, The last administrator keeps the role and the membership.',
      'ada: refuse, Line 6: This person stands in an earlier line.',
    ]);
  });

  it.each([
    [
      'ada@x.org,king,,',
      'There is no role “king”. The roles are admin, create, review, edit, comment, read, guest.',
    ],
    ['ada@x.org,,maybe,', '“maybe” is neither yes nor no.'],
    ['ada@x.org,,,Nowhere', 'There is no team “Nowhere”.'],
    ['eve@x.org,,no,', 'Single sign-on cannot be taken back'],
    [',read,,', 'Names nobody.'],
    ['nobody,read,,', 'Nobody in the organization has this id.'],
    ['a b@x,read,,', 'This is not an e-mail address.'],
  ])('refuses %j', (line, reason) => {
    const [only] = plan(`email,role,sso,add to teams\n${line}`);
    expect(only).toContain('refuse');
    expect(only).toContain(reason);
  });

  it('says how strangers come in where the server does not invite', () => {
    expect(plan('email\nnew@x.org', { invites: false })).toEqual([expect.stringContaining('invite link')]);
  });

  it('removes who is there and skips who is not', () => {
    expect(plan('id,remove\nada,yes\n', {})).toEqual(['ada: change, Loses nothing but the membership']);
    expect(plan('email,remove\nnew@x.org,yes\n', {})).toEqual(['new@x.org: skip, Not in the organization.']);
  });

  it('lets people leave a team in which they are', () => {
    const lines = plan('email,leave teams\neve@x.org,Docs\nada@x.org,Docs');
    expect(lines).toEqual(['eve: change, Leaves “Docs”', 'ada: skip, Nothing to change.']);
  });

  it('writes the file that takes back what was done, as far as it can be', () => {
    const read = readMemberFile(
      [
        'email,role,sso,add to teams,leave teams,remove',
        'ada@x.org,edit,yes,Docs,,',
        'eve@x.org,,,,Docs,',
        'new@x.org,comment,,,,',
        'me@x.org,read,,,,',
      ].join('\n'),
    );
    if ('problem' in read) throw new Error(read.problem);
    const steps = planRows(read.rows, facts());
    const outcomes = new Map(steps.filter(isDoable).map(({ id }) => [id, { status: 'done' } as const]));
    expect(readCsv(inverseCsv(steps, outcomes) ?? '')).toEqual([
      ['email', 'role', 'add to teams', 'leave teams', 'remove'],
      ['ada@x.org', 'read', '', 'Docs', ''],
      ['eve@x.org', '', 'Docs', '', ''],
      ['new@x.org', '', '', '', 'yes'],
    ]);
    expect(inverseCsv(steps, new Map())).toBeNull();
    const removal = readMemberFile('email,remove\neve@x.org,yes');
    if ('problem' in removal) throw new Error(removal.problem);
    const [step] = planRows(removal.rows, facts());
    const back = step && inverseCsv([step], new Map([[step.id, { status: 'done' } as const]]));
    expect(readCsv(back ?? '')[1]).toEqual(['eve@x.org', 'edit', '', '', '']);
  });

  it('needs a heading', () => {
    expect(plan('ada@x.org,read')).toContain('first line');
  });

  it('changes nothing when an export is read again', () => {
    const lines = plan(writeCsv([exportHeadings, ...people.map(toRow)]));
    expect(lines).toEqual(people.map(({ id }) => `${id}: skip, Nothing to change.`));
  });
});
