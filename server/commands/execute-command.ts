import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Role } from '#api/generated/types.gen.ts';
import { type ObjectStorage, StorageError } from '#server/base/object-storage.ts';
import { countFiles } from '#server/content/stored/move-bytes.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import { storeLastBackup } from '#server/database/server-settings.ts';
import {
  createLink,
  createOrganization,
  createToken,
  createUser,
  listTokens,
  revokeToken,
} from './accounts.ts';
import type { CommandResult } from './admin-socket.ts';
import { describeFiles, moveFiles } from './files.ts';
import { listInstallationLog } from './installation-log.ts';
import { addOperator, listOperators, removeOperator } from './operators.ts';
import type { ServerSecrets } from './secrets.ts';
import { UsageError } from './settings.ts';

/** The context of commands: an open database, in this process or in the running server. */
export interface CommandContext {
  database: Connection;
  /** The keys of stored secrets; a running server has them already. */
  secrets: () => ServerSecrets;
  /** Where files are, if not in the database. */
  storage: ObjectStorage | undefined;
  /** Of links, without a trailing slash. */
  publicUrl: string;
  now: () => Date;
  /** Called after a change to tokens or users. */
  onChange: () => Promise<void> | void;
}

const DAY_MS = 24 * 60 * 60_000;
const ROLES: readonly (Role | 'guest')[] = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'];

/** Executes `token …`, `link …`, `user …`, `organization …`, `operator …`, `log …`, `secrets …`, `files …` and `backup`, given the arguments after `bindery`; never throws. */
export async function executeCommand(
  args: readonly string[],
  context: CommandContext,
): Promise<CommandResult> {
  try {
    const output = await dispatch(args, context);
    await context.onChange();
    return { output };
  } catch (error) {
    if (error instanceof StorageError)
      return { error: `The storage of files can't be used: ${error.reason}.` };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function dispatch([noun, ...rest]: readonly string[], context: CommandContext): Promise<string> {
  if (noun === 'backup') return backup(rest, context);
  const [verb, ...more] = rest;
  const command = COMMANDS[`${noun} ${verb ?? ''}`];
  if (!command)
    throw new UsageError(`Unknown command "${noun} ${verb ?? ''}". Run "bindery --help" for usage.`);
  return command(more, context);
}

const COMMANDS: Record<string, (args: string[], context: CommandContext) => Promise<string>> = {
  'token create': async (args, { database, now }) => {
    const { values } = parse(args, ['email', 'name', 'expires']);
    return createToken(database.db, {
      email: required(values, 'email'),
      name: values.name ?? 'command line',
      expiresAt: values.expires === undefined ? null : parseExpiry(values.expires, now()),
      now: now(),
    });
  },
  'token list': async (args, { database }) => listTokens(database.db, parse(args, ['email']).values.email),
  'token revoke': async (args, { database, now }) => {
    const [id] = parse(args, [], 1).positionals;
    if (id === undefined) throw new UsageError('Missing token ID. Run "bindery token list" to find it.');
    await revokeToken(database.db, id, now());
    return `Revoked ${id}.`;
  },
  'link create': async (args, { database, publicUrl, now }) => {
    const email = required(parse(args, ['email']).values, 'email');
    return createLink(database.db, { email, publicUrl, now: now() });
  },
  'log list': async (args, { database }) =>
    listInstallationLog(database.db, parse(args, ['email']).values.email),
  'operator add': async (args, { database, now }) =>
    addOperator(database.db, required(parse(args, ['email']).values, 'email'), now()),
  'operator remove': async (args, { database }) =>
    removeOperator(database.db, required(parse(args, ['email']).values, 'email')),
  'operator list': async (args, { database }) => {
    parse(args, []);
    return listOperators(database.db);
  },
  'files list': async (args, { database, storage }) => {
    parse(args, []);
    return describeFiles(database.db, storage);
  },
  'files move': async (args, { database, storage, now }) =>
    moveFiles({ db: database.db, storage, clock: { now } }, required(parse(args, ['to']).values, 'to')),
  'organization create': async (args, { database }) =>
    createOrganization(database.db, required(parse(args, ['title']).values, 'title')),
  'secrets rotate': async (args, { database, secrets }) => {
    parse(args, []);
    return secrets().rotate(database.db);
  },
  'secrets discard': async (args, { database, secrets }) => {
    parse(args, []);
    return secrets().discard(database.db);
  },
  'user create': async (args, { database }) => {
    const { values } = parse(args, ['email', 'name', 'organization', 'role']);
    const email = required(values, 'email');
    if (values.role !== undefined && values.organization === undefined)
      throw new UsageError('--role requires --organization.');
    return createUser(database.db, {
      email,
      displayName: values.name ?? email.split('@', 1)[0] ?? email,
      ...(values.organization === undefined
        ? {}
        : { membership: { organizationId: values.organization, role: parseRole(values.role ?? 'read') } }),
    });
  },
};

async function backup(args: string[], { database, secrets, now }: CommandContext): Promise<string> {
  const path = required(parse(args, ['to']).values, 'to');
  if (!database.dump)
    throw new UsageError(
      '"bindery backup" works with the embedded database only. Use pg_dump --exclude-table-data=visitor_salts "$DATABASE_URL" instead, and keep a copy of SECRETS_KEY in another place.',
    );
  const dump = await database.dump('gzip');
  const bytes = Buffer.from(await dump.arrayBuffer());
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw new UsageError(
      `Couldn't write the backup: ${error instanceof Error ? error.message : String(error)}.`,
    );
  });
  await storeLastBackup(database.db, { at: now().toISOString(), place: path, bytes: bytes.length });
  const { files } = (await countFiles(database.db)).storage;
  const left =
    files > 0
      ? ` ${files} files are not in it: they are in the storage, which needs backups of its own.`
      : '';
  return `Wrote ${path}.${left}${secrets().describeForBackup()}`;
}

/** Parses the flags with these names, and up to `maxPositionals` other arguments. */
function parse<Name extends string>(args: string[], names: readonly Name[], maxPositionals = 0) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const extra = positionals[maxPositionals];
  if (extra !== undefined)
    throw new UsageError(`Unexpected argument "${extra}". Run "bindery --help" for usage.`);
  const texts: Partial<Record<string, string>> = {};
  for (const [name, value] of Object.entries(values)) if (typeof value === 'string') texts[name] = value;
  return { values: texts, positionals };
}

function required(values: Partial<Record<string, string>>, name: string): string {
  const value = values[name];
  if (value === undefined || value === '')
    throw new UsageError(`Missing --${name}. Run "bindery --help" for usage.`);
  return value;
}

/** A date, or a time from now: `2027-01-31`, `90d`, `12h`. */
function parseExpiry(text: string, now: Date): Date {
  const [, amount, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? [];
  const date =
    amount === undefined
      ? new Date(text)
      : new Date(now.getTime() + Number(amount) * (unit === 'h' ? DAY_MS / 24 : DAY_MS));
  if (
    !Number.isNaN(date.getTime()) &&
    date > now &&
    (amount !== undefined || isCalendarDay(text.slice(0, 10)))
  )
    return date;
  throw new UsageError(`"${text}" is not a valid future time. Use a format such as 2027-01-31, 90d or 12h.`);
}

/** Whether a date exists: JavaScript turns 31 February into 3 March. */
function isCalendarDay(text: string): boolean {
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function parseRole(text: string): Role | null {
  const role = ROLES.find((known) => known === text);
  if (role === undefined) throw new UsageError(`"${text}" is not a role. Use one of: ${ROLES.join(', ')}.`);
  return role === 'guest' ? null : role;
}
