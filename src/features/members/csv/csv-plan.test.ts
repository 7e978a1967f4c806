import { describe, expect, it } from 'vitest';
import type { Member } from '#api/generated/types.gen.ts';
import { isActionable } from '#src/components/bulk/batch.ts';
import { parseCsv } from '#src/lib/testing/parse-csv.ts';
import { formatCsv } from '#src/lib/text/csv.ts';
import { exportHeadings, toRow } from '../member-export.ts';
import { describeMail } from './csv-notes.tsx';
import { type CsvPlanContext, planRows, type RowChange } from './csv-plan.ts';
import { parseMemberFile } from './csv-rows.ts';
import { createLinksCsv, createRevertCsv, type RowProgress } from './csv-run.ts';

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

const createContext = (more: Partial<CsvPlanContext> = {}): CsvPlanContext => ({
  currentUserId: 'me',
  administrators: 1,
  teamRoles: new Map(),
  ownedTeams: new Map(),
  members: new Map(
    people.flatMap((person) => [[`${person.id}@x.org`, person] as const, [person.id, person] as const]),
  ),
  teams: new Map([
    ['docs', [{ id: 't1', title: 'Docs' }]],
    [
      'twins',
      [
        { id: 't2', title: 'Twins' },
        { id: 't3', title: 'twins' },
      ],
    ],
  ]),
  teamRolesByTeam: new Map([['t1', new Map([['eve', 'member'] as const])]]),
  canInvite: true,
  ...more,
});

function plan(text: string, more: Partial<CsvPlanContext> = {}) {
  const read = parseMemberFile(text);
  if ('problem' in read) return read.problem;
  return planRows(read.rows, createContext(more)).map(
    ({ name, action, description }) => `${name}: ${action}, ${description}`,
  );
}

const allDone = (work: RowChange): RowProgress =>
  'email' in work ? { addedUserId: 'new', done: [] } : { done: work.changes };

describe('a members CSV', () => {
  it('plans every row', () => {
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
      'ada: change, Reader → Editor; Joins “Docs”; Any sign-in → SSO only',
      'eve: skip, No changes.',
      'new@x.org: create, New member as commenter',
      'me: block, The organization needs at least one administrator.',
      'ada: block, Line 6: Duplicate of an earlier row.',
    ]);
  });

  it.each([
    [
      'ada@x.org,king,,',
      'Unknown role “king”. Use one of admin, create, review, edit, comment, read, guest.',
    ],
    ['ada@x.org,,maybe,', '“maybe” isn’t yes or no.'],
    ['ada@x.org,,,Nowhere', 'Team “Nowhere” doesn’t exist.'],
    ['ada@x.org,,,Twins', 'Several teams are named “Twins”.'],
    ['new@x.org,,,Twins', 'Several teams are named “Twins”.'],
    ['eve@x.org,,no,', 'SSO can’t be turned off'],
    [',read,,', 'Email or ID is missing.'],
    ['nobody,read,,', 'No member has this ID.'],
    ['a b@x,read,,', 'Not a valid email address.'],
  ])('rejects %j', (line, reason) => {
    const [only] = plan(`email,role,sso,add to teams\n${line}`);
    expect(only).toContain('block');
    expect(only).toContain(reason);
  });

  it('suggests an invite link where the server cannot add members', () => {
    expect(plan('email\nnew@x.org', { canInvite: false })).toEqual([expect.stringContaining('invite link')]);
  });

  it('removes members and skips non-members', () => {
    expect(plan('id,remove\nada,yes\n', {})).toEqual(['ada: change, Loses membership only']);
    expect(plan('email,remove\nnew@x.org,yes\n', {})).toEqual(['new@x.org: skip, Not a member.']);
  });

  it('adds new members with their teams and single sign-on', () => {
    const lines = plan('email,role,add to teams,sso\nnew@x.org,edit,Docs | docs,yes\nb@x.org,edit,Nowhere,');
    expect(lines).toEqual([
      'new@x.org: create, New member as editor, SSO only; Joins “Docs”',
      'b@x.org: block, Team “Nowhere” doesn’t exist.',
    ]);
  });

  it('warns about ignored cells', () => {
    const warnings = (text: string) => {
      const read = parseMemberFile(text);
      if ('problem' in read) throw new Error(read.problem);
      return planRows(read.rows, createContext()).map(({ warning }) => warning);
    };
    expect(warnings('email,leave teams\nnew@x.org,Docs')).toEqual([expect.stringContaining('leave teams')]);
    expect(warnings('email,id\nnew@x.org,elsewhere')).toEqual([expect.stringContaining('elsewhere')]);
    expect(warnings('email,remove,add to teams\neve@x.org,yes,Docs')).toEqual([
      expect.stringContaining('are ignored'),
    ]);
  });

  it('rejects a row whose email and id belong to different members, and one with extra cells', () => {
    expect(plan('email,id\nada@x.org,eve')).toEqual([expect.stringContaining('different members')]);
    expect(plan('email,add to teams\nada@x.org,Docs,Tools')).toEqual([
      expect.stringContaining('Line 2: 1 cell beyond the last column.'),
    ]);
  });

  it('lists ignored columns', () => {
    const read = parseMemberFile(
      'Name,email,Team,role,role,\nAda,ada@x.org,Docs,edit,read,loose\n\neve@x.org',
    );
    expect(read).toMatchObject({
      ignored: [
        { heading: 'Name', number: 1, reason: 'unknown', suggestion: null },
        { heading: 'Team', number: 3, reason: 'unknown', suggestion: 'add to teams' },
        { heading: 'role', number: 5, reason: 'repeated' },
        { heading: '', number: 6, reason: 'no heading' },
      ],
      emptyLines: 1,
    });
  });

  it('ignores the read-only columns of an export silently, unless their counts were replaced with titles', () => {
    const rows = people.map(toRow);
    const infoOnly = ['name', 'joined', 'last seen', 'spaces', 'teams', 'disabled'];
    expect(parseMemberFile(formatCsv([exportHeadings, ...rows]))).toMatchObject({ ignored: [], infoOnly });
    const changed = rows.map((row) => row.with(exportHeadings.indexOf('teams'), 'Docs'));
    expect(parseMemberFile(formatCsv([exportHeadings, ...changed]))).toMatchObject({
      ignored: [{ heading: 'teams', suggestion: 'add to teams' }],
    });
  });

  it('names the line with an unclosed quote', () => {
    expect(plan('email,role\nada@x.org,edit\neve@x.org,"edit\nme@x.org,read')).toContain('Line 3');
  });

  it('lets members leave their teams', () => {
    const lines = plan('email,leave teams\neve@x.org,Docs\nada@x.org,Docs');
    expect(lines).toEqual(['eve: change, Leaves “Docs”', 'ada: skip, No changes.']);
  });

  it('creates a CSV that reverts the changes as far as possible', () => {
    const read = parseMemberFile(
      [
        'email,role,sso,add to teams,leave teams,remove',
        'ada@x.org,edit,yes,Docs,,',
        'eve@x.org,,,,Docs,',
        'new@x.org,comment,,,,',
        'me@x.org,read,,,,',
      ].join('\n'),
    );
    if ('problem' in read) throw new Error(read.problem);
    const steps = planRows(read.rows, createContext());
    const progress = new Map(steps.filter(isActionable).map(({ item }) => [item, allDone(item)]));
    expect(parseCsv(createRevertCsv(steps, progress) ?? '')).toEqual([
      ['email', 'role', 'add to teams', 'leave teams', 'remove'],
      ['ada@x.org', 'read', '', 'Docs', ''],
      ['eve@x.org', '', 'Docs', '', ''],
      ['new@x.org', '', '', '', 'yes'],
    ]);
    expect(createRevertCsv(steps, new Map())).toBeNull();
    const removal = parseMemberFile('email,remove\neve@x.org,yes');
    if ('problem' in removal) throw new Error(removal.problem);
    const [step] = planRows(removal.rows, createContext());
    const back = step && createRevertCsv([step], new Map([[step.item, allDone(step.item)]]));
    expect(parseCsv(back ?? '')[1]).toEqual(['eve@x.org', 'edit', '', '', '']);
  });

  it('requires a header', () => {
    expect(plan('ada@x.org,read')).toContain('first line');
  });

  it('changes nothing when an unchanged export is imported', () => {
    const lines = plan(formatCsv([exportHeadings, ...people.map(toRow)]));
    expect(lines).toEqual(people.map(({ id }) => `${id}: skip, No changes.`));
  });
});

describe('a file of a directory', () => {
  const read = (text: string, chosen?: Parameters<typeof parseMemberFile>[1]) => {
    const file = parseMemberFile(text, chosen);
    if ('problem' in file) throw new Error(file.problem);
    return file;
  };

  it.each([
    ['userPrincipalName,displayName,mail,id\nada@upn.org,Ada,ada@x.org,0a1b', ['ada@x.org']],
    ['User principal name,Object ID\nada@x.org,6f9619ff-8b86-d011-b42d-00c04fc964ff', ['ada@x.org']],
    ['First Name [Required],Email Address [Required],Recovery Email\nAda,ada@x.org,a@y.org', ['ada@x.org']],
    ['login,firstName,lastName,email,secondEmail\nada,Ada,L,ada@x.org,a@y.org', ['ada@x.org']],
    ['primaryEmail,orgUnitPath\nada@x.org,/', ['ada@x.org']],
    ['E-Mail-Adresse;Rolle\nada@x.org;read', ['ada@x.org']],
    ['EMAIL_ADDRESS\tRole\nada@x.org\tread', ['ada@x.org']],
    ['Nom,Adresse électronique\nAda,ada@x.org', ['ada@x.org']],
    ['氏名,メールアドレス\nAda,ada@x.org', ['ada@x.org']],
    ['Mitarbeiter,Kontakt\nAda,ada@x.org\nEve,eve@x.org', ['ada@x.org', 'eve@x.org']],
    [
      'mail,userPrincipalName\nada@x.org,a@upn.org\n,eve@x.org\n,x_y.org#EXT#@z.org',
      ['ada@x.org', 'eve@x.org', ''],
    ],
  ])('is read by its columns: %j', (text, addresses) => {
    expect(read(text).rows.map(({ key }) => key)).toEqual(addresses);
  });

  it('names what it passes over, and is not blocked by the IDs of another system', () => {
    const uuid = '6f9619ff-8b86-d011-b42d-00c04fc964ff';
    const text = `userPrincipalName,mail,id,objectId\nada@x.org,ada@x.org,${uuid},${uuid}`;
    expect(read(text)).toMatchObject({ ignored: [], foreignIds: ['id', 'objectId'] });
    expect(plan('mail,id,Rolle\nada@x.org,0a1b,edit')).toEqual(['ada: change, Reader → Editor']);
  });

  it('is read as the person says', () => {
    const text = 'who,where,Gruppen\nada@x.org,eve@x.org,Docs';
    const choices = new Map([
      [1, 'email'],
      [2, 'teams'],
    ] as const);
    expect(read(text).ignored).toMatchObject([{ heading: 'where' }, { suggestion: 'add to teams' }]);
    expect(read(text, choices).rows).toMatchObject([{ key: 'eve@x.org', teamsToJoin: ['Docs'] }]);
    expect(parseMemberFile('who,where\nada,home')).toMatchObject({ headings: ['who', 'where'] });
  });

  it('says who gets mail, and keeps the links of those who get none', () => {
    expect(describeMail(50, { sends: true, needsLinks: false })).toBe(
      '50 new people will get an email with a one-time link.',
    );
    expect(describeMail(1, { sends: false, needsLinks: true })).toContain('No email is sent.');
    const accountLink = {
      user: 'u',
      email: 'a@x.org',
      link: 'https://x.org/#mail=1',
      expiresAt: '2026-01-01',
    };
    expect(createLinksCsv([{ done: [] }])).toBeNull();
    expect(parseCsv(createLinksCsv([{ done: [], accountLink }]) ?? '').slice(1)).toEqual([
      ['a@x.org', 'https://x.org/#mail=1', '2026-01-01'],
    ]);
  });
});
