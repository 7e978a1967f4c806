import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createOrganization } from '#server/test/factories.ts';
import { startTestSession } from '#server/test/sign-on/start-session.ts';
import { as, sharedDatabase, testApp } from '#server/test/test-app.ts';
import { executeCommand, type CommandContext } from './execute-command.ts';
import { ServerSecrets } from './secrets.ts';
import { loadSettings } from './settings.ts';

let context: CommandContext;
let changes = 0;
beforeAll(async () => {
  const { clock, app } = await testApp();
  context = {
    database: await sharedDatabase(),
    storage: undefined,
    publicUrl: 'http://bindery.test',
    secrets: () => new ServerSecrets(loadSettings({}, { DATABASE_URL: 'postgres://unused' })),
    now: () => clock.now(),
    onChange: () => {
      changes += 1;
      app.actors.invalidateAll();
    },
  };
});

const run = (...args: string[]) => executeCommand(args, context);
const newEmail = () => `${newId().toLowerCase()}@press.example`;

describe('organization create', () => {
  const create = async (title: string) => {
    const outcome = await run('organization', 'create', '--title', title);
    const { db } = await testApp();
    const row = await db
      .selectFrom('organizations')
      .select(['id', 'hostname'])
      .where('id', '=', 'output' in outcome ? String(outcome.output) : '')
      .executeTakeFirstOrThrow();
    return { ...row, db };
  };

  it('gives it a hostname made of its title, with a number where another has it or had it', async () => {
    const { id, hostname, db } = await create('Société des Marées');
    expect(hostname).toBe('societe-des-marees');
    expect((await create('Societe des marees')).hostname).toBe('societe-des-marees-1');
    await db.updateTable('organizations').set({ hostname: 'marees' }).where('id', '=', id).execute();
    expect((await create('Société des Marées')).hostname).toBe('societe-des-marees-2');
    const long = 'A title that is longer than a hostname may be';
    expect((await create(long)).hostname).toBe('a-title-that-is-longer-than-a-ho');
    expect((await create(long)).hostname).toBe('a-title-that-is-longer-than-a-1');
  });

  it('gives each of several that are created at once a separate hostname', async () => {
    const created = await Promise.all(['潮', '潮汐', '潮見'].map((title) => create(`${title} Almanac`)));
    expect(created.map(({ hostname }) => hostname).toSorted()).toEqual(['almanac', 'almanac-1', 'almanac-2']);
  });
});

describe('user create', () => {
  it('adds a user, named after the email address by default', async () => {
    const email = newEmail();
    const outcome = await run('user', 'create', '--email', email);
    const { db } = await testApp();
    const user = await db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(outcome).toEqual({ output: user.id });
    expect(user.display_name).toBe(email.split('@')[0]);
  });

  it('adds them to an organization, where they can sign in and be found', async () => {
    const { id: organizationId } = await createOrganization();
    const email = newEmail();
    await run(
      'user',
      'create',
      '--email',
      email,
      '--name',
      'Nora New',
      '--organization',
      organizationId,
      '--role',
      'admin',
    );
    const token = await run('token', 'create', '--email', email);
    const caller = as({ token: 'output' in token ? token.output : '' });
    const { body } = await caller.get(`/v1/orgs/${organizationId}/members?search=nora`);
    expect(body.items).toMatchObject([{ role: 'admin', user: { displayName: 'Nora New', email } }]);
  });

  it.each([
    [['--name', 'Nobody'], 'Missing --email. Run "bindery --help" for usage.'],
    [['--email', 'nowhere'], '"nowhere" is not a valid email address.'],
    [
      ['--email', 'a@b.example', '--organization', 'nothing'],
      'There is no organization with the ID nothing.',
    ],
    [['--email', 'a@b.example', '--role', 'admin'], '--role requires --organization.'],
    [
      ['--email', 'a@b.example', '--organization', 'x', '--role', 'king'],
      '"king" is not a role. Use one of: admin, create, review, edit, comment, read, guest.',
    ],
  ])('rejects %j with a one-sentence error', async (args, sentence) => {
    expect(await run('user', 'create', ...args)).toEqual({ error: sentence });
    const { db } = await testApp();
    expect(await db.selectFrom('users').select('id').where('email', '=', 'a@b.example').execute()).toEqual(
      [],
    );
  });
});

describe('token', () => {
  it('is created for a user, expires as requested, and is listed without its secret', async () => {
    const email = newEmail();
    await run('user', 'create', '--email', email);
    const created = await run(
      'token',
      'create',
      '--email',
      email.toUpperCase(),
      '--name',
      'ci',
      '--expires',
      '12h',
    );
    const token = 'output' in created ? created.output : '';
    expect((await as({ token }).get('/v1/user')).body.email).toBe(email);
    const list = await run('token', 'list', '--email', email.toUpperCase());
    const lines = 'output' in list ? list.output.split('\n') : [];
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(new RegExp(`^\\w{20} {2}${email} {2}ci {4}`));
    expect(lines.join()).not.toContain(token);
    (await testApp()).clock.advance(13 * 60 * 60_000);
    (await testApp()).app.actors.invalidateAll();
    expect((await as({ token }).get('/v1/user')).status).toBe(401);
  });

  it('is revoked immediately, and revoking it again succeeds', async () => {
    const email = newEmail();
    await run('user', 'create', '--email', email);
    const created = await run('token', 'create', '--email', email);
    const token = 'output' in created ? created.output : '';
    const list = await run('token', 'list', '--email', email);
    const id = 'output' in list ? (list.output.split('\n')[1]?.split(' ', 1)[0] ?? '') : '';
    expect((await as({ token }).get('/v1/user')).status).toBe(200);
    const before = changes;
    expect(await run('token', 'revoke', id)).toEqual({ output: `Revoked ${id}.` });
    expect(changes).toBe(before + 1);
    expect((await as({ token }).get('/v1/user')).status).toBe(401);
    expect(await run('token', 'revoke', id)).toEqual({ output: `Revoked ${id}.` });
  });

  it.each([
    [['create', '--email', 'nobody@press.example'], 'There is no user with the email nobody@press.example.'],
    [['revoke'], 'Missing token ID'],
    [['revoke', 'nothing'], 'There is no token with the ID nothing.'],
    [['create', '--color', 'red'], "Unknown option '--color'"],
    [['revoke', 'one', 'two'], 'Unexpected argument "two".'],
    [['burn'], 'Unknown command "token burn".'],
  ])('rejects %j', async (args, sentence) => {
    const outcome = await run('token', ...args);
    expect('error' in outcome ? outcome.error : outcome).toContain(sentence);
  });

  it.each(['soon', '2020-01-01', '2999-02-31', '0d'])('rejects the expiry %s', async (text) => {
    const email = newEmail();
    await run('user', 'create', '--email', email);
    const outcome = await run('token', 'create', '--email', email, '--expires', text);
    expect(outcome).toEqual({
      error: `"${text}" is not a valid future time. Use a format such as 2027-01-31, 90d or 12h.`,
    });
  });
});

describe('log list', () => {
  it('shows what happened to people without an organization, newest first', async () => {
    const email = newEmail();
    const created = await run('user', 'create', '--email', email, '--name', 'Nora New');
    await run('token', 'create', '--email', email, '--name', 'laptop');
    const id = 'output' in created ? created.output : '';
    await startTestSession(id, { method: 'link' });
    const all = await run('log', 'list');
    const lines = ('output' in all ? all.output : '').split('\n');
    expect(lines[0]).toMatch(/^AT +BY +ACTION +EVENT$/);
    const ownLines = lines.filter((line) => line.includes('Nora New'));
    expect(ownLines).toEqual([
      expect.stringMatching(/signIn +Nora New signed in with a link printed by the server on Firefox/),
      expect.stringMatching(
        /the server +createApiToken +Created the API token “laptop” of Nora New from the command line\.$/,
      ),
      expect.stringMatching(/the server +createUser +Created the user Nora New from the command line\.$/),
    ]);
    const mine = await run('log', 'list', '--email', email.toUpperCase());
    expect('output' in mine ? mine.output.split('\n') : []).toHaveLength(2);
    expect(await run('log', 'list', '--email', newEmail())).toEqual({
      output: expect.stringMatching(/^AT +BY +ACTION +EVENT$/),
    });
  });
});

describe('backup', () => {
  it('points to pg_dump for PostgreSQL', async () => {
    expect(await run('backup', '--to', '/tmp/nothing')).toEqual({
      error:
        '"bindery backup" works with the embedded database only. Use pg_dump --exclude-table-data=visitor_salts "$DATABASE_URL" instead, and keep a copy of SECRETS_KEY in another place.',
    });
  });
});

describe('operator', () => {
  it('makes a user an operator, lists them, and ends it', async () => {
    const email = newEmail();
    await run('user', 'create', '--email', email, '--name', 'Olga Operator');
    const outcome = await run('token', 'create', '--email', email);
    const person = { token: 'output' in outcome ? String(outcome.output) : '' };
    const isOperator = async () => (await as(person).get('/v1/user')).body.operator === true;
    expect(await isOperator()).toBe(false);
    expect(await run('operator', 'add', '--email', email)).toEqual({
      output: `${email} is an operator now. Their menu has "Operation".`,
    });
    expect(await isOperator()).toBe(true);
    expect(await run('operator', 'add', '--email', email)).toEqual({
      output: `${email} is an operator already.`,
    });
    expect(await run('operator', 'list')).toEqual({
      output: expect.stringMatching(`${email} +Olga Operator`),
    });
    await run('operator', 'remove', '--email', email);
    expect(await isOperator()).toBe(false);
    expect(await run('operator', 'remove', '--email', email)).toEqual({
      error: `${email} is not an operator. Run "bindery operator list" to see all.`,
    });
    expect(await run('log', 'list')).toEqual({
      output: expect.stringMatching(/removeOperator +Removed .+ from the operators/),
    });
  });

  it('names a user that does not exist', async () => {
    expect(await run('operator', 'add', '--email', 'nobody@press.example')).toEqual({
      error: expect.stringContaining('There is no user with the email nobody@press.example.'),
    });
  });
});
