import { type RawBuilder, sql } from 'kysely';
// @module-tag embedded-only
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#server/database/engine/connect.ts';
import {
  findPort,
  runCommand,
  startProcess,
  type StartedProcess,
} from '#server/test/processes/child-process.ts';
import { fillDataFolder } from '#server/test/test-database.ts';

/** The commands open their own database, so one engine is enough. */
const embedded = process.env.TEST_ENGINE !== 'postgres';

let folder: string;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-commands-'));
  await fillDataFolder(folder);
  port = await findPort();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const adminToken = 'a-token-that-was-chosen-beforehand';
const environment = () => ({ DATA_DIR: folder, PORT: String(port), ADMIN_TOKEN: adminToken });
const run = (...args: string[]) => runCommand(args, environment());
const get = (path: string, token: string) =>
  fetch(`http://localhost:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });

async function serve(): Promise<StartedProcess> {
  const server = await startProcess('main', ['serve', '--empty'], environment());
  await server.waitForOutput('Sign in');
  return server;
}

describe.runIf(embedded)('bindery', () => {
  it('prints help, and explains every usage error in one sentence', async () => {
    const help = await run('--help');
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('token create --email E') });
    for (const [args, sentence] of [
      [['dance'], 'Unknown command "dance". Run "bindery --help" for usage.\n'],
      [['serve', '--port', 'many'], 'PORT must be a whole number from 1 to 65535, not "many".\n'],
      [['serve', '--port'], '--port needs a value.\n'],
      [['migrate', '--database-url', 'mysql://x'], 'DATABASE_URL must start with postgres://'],
      [['migrate', '--data-dir', import.meta.filename], "Can't write to the data folder"],
    ] as const) {
      const { code, stdout, output } = await run(...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(output).toContain(sentence);
      expect(output.trim().split('\n')).toHaveLength(1);
    }
  });

  it('starts with a sign-in link, accepts commands, rejects a second server, and stops cleanly', async () => {
    const server = await serve();
    expect((await get('/readyz', '')).status).toBe(200);
    const user = await (await get('/v1/user', adminToken)).json();
    expect(user).toMatchObject({ email: 'admin@demo.example' });

    const code = /#code=(\w+)/.exec(server.output())?.[1];
    const link = await fetch(`http://localhost:${port}/auth/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    expect(link.status).toBe(200);

    const created = await run(
      'token',
      'create',
      '--email',
      'ADMIN@demo.example',
      '--name',
      'ci',
      '--expires',
      '30d',
    );
    expect(created.code).toBe(0);
    const token = created.stdout.trim();
    expect(created.stdout).toMatch(/^bnd_\w{43}\n$/);
    expect((await get('/v1/user', token)).status).toBe(200);
    const list = await run('token', 'list');
    const line = list.stdout.split('\n').find((text) => text.includes(' ci '));
    expect(list.stdout).not.toContain(token);
    expect((await run('token', 'revoke', line?.split(' ', 1)[0] ?? '')).code).toBe(0);
    expect((await get('/v1/user', token)).status).toBe(401);

    const unknown = await run('token', 'create', '--email', 'nobody@demo.example');
    expect(unknown).toMatchObject({
      code: 1,
      output: 'There is no user with the email nobody@demo.example.\n',
    });
    expect((await run('user', 'create', '--email', 'new@demo.example', '--name', 'New')).stdout).toMatch(
      /^\w{20}\n$/,
    );
    expect((await run('user', 'create', '--email', 'New@demo.example')).output).toContain('already exists');

    const second = await run('serve');
    expect(second.code).toBe(1);
    expect(second.output).toBe(
      `Another process (${server.child.pid}) is using the data folder ${folder}. Stop it first, or choose another folder.\n`,
    );
    expect((await run('seed', '--members', '1')).code).toBe(1);
    expect(statSync(join(folder, 'admin.sock')).mode & 0o777).toBe(0o600);

    server.child.kill('SIGTERM');
    let ready = 200;
    while (ready === 200) ready = (await get('/readyz', '')).status;
    expect(ready).toBe(503);
    expect(await server.ended).toBe(0);
    expect(readdirSync(folder)).toEqual(['database', 'secrets.key']);
  }, 120_000);

  it('lists pending migrations without changing anything', async () => {
    const nothing = join(folder, 'nothing-yet');
    expect(await run('migrate', '--check', '--data-dir', nothing)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^There is no database in .*nothing-yet.*\. The next start creates one\.\n$/,
      ),
    });
    rmSync(nothing, { recursive: true, force: true });
    expect(await run('migrate', '--check')).toMatchObject({
      code: 0,
      stdout: 'The database is up to date: a start applies no migration.\n',
    });
    const change = async (statement: RawBuilder<unknown>) => {
      const connection = await connect({ dataDirectory: join(folder, 'database') });
      await statement.execute(connection.db);
      await connection.close();
    };
    await change(
      sql`update kysely_migration set name = '999-of-a-later-version' where name = '095-time-zones'`,
    );
    expect(await run('migrate', '--check')).toMatchObject({
      code: 2,
      output: expect.stringContaining('migrated by a newer version of Bindery (999-of-a-later-version)'),
    });
    await change(sql`delete from kysely_migration where name = '999-of-a-later-version'`);
    const pending = await run('migrate', '--check');
    expect(pending).toMatchObject({ code: 0, stdout: expect.stringContaining('  095-time-zones\n') });
    expect(await run('migrate', '--check')).toEqual(pending);
    await change(sql`insert into kysely_migration values ('095-time-zones', 'now')`);
  }, 120_000);

  it('restarts with all data after being killed, and prints a new sign-in link', async () => {
    const first = await serve();
    first.child.kill('SIGKILL');
    await first.ended;
    expect(existsSync(join(folder, 'bindery.lock'))).toBe(true);
    const second = await serve();
    expect((await get('/v1/user', adminToken)).status).toBe(200);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
  }, 120_000);

  it('backs up and restores', async () => {
    const file = join(folder, 'backup.tar.gz');
    expect(await run('backup', `--to=${relative('.', file)}`)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Wrote .*backup\.tar\.gz\. The key of the secrets in it \([\w-]{8}\) is not in it, but in .*secrets\.key\. Keep a copy of it in another place\.\n$/,
      ),
    });
    expect((await run('backup', '--to', file)).code).toBe(1);
    expect((await run('restore', '--from', join(folder, 'nothing'))).code).toBe(2);
    expect(await run('restore', '--from', file)).toMatchObject({
      code: 2,
      output: expect.stringContaining('--replace'),
    });
    const broken = await run('restore', '--from', import.meta.filename, '--replace');
    expect(broken).toMatchObject({ code: 2, output: expect.stringMatching(/nothing was changed: .*\.\n$/) });
    expect(readdirSync(folder).toSorted()).toEqual(['backup.tar.gz', 'database', 'secrets.key']);
    expect((await run('restore', '--from', file, '--replace')).code).toBe(0);
    const list = await run('token', 'list', '--email', 'admin@demo.example');
    expect(list.stdout).toContain('ADMIN_TOKEN');
    expect(readdirSync(folder).filter((name) => name.startsWith('database.before-'))).toHaveLength(1);
  }, 120_000);
});
