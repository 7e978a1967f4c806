import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ALL_USERS } from '#server/access/actor-cache.ts';
import { systemClock } from '#server/base/clock.ts';
import { DataFolderInUseError, findLockHolder } from '#server/database/data-folder/data-lock.ts';
import { S3Storage } from '#server/network/s3-storage.ts';
import { sendCommand } from './admin-socket.ts';
import { migrateOnly, restore, verify } from './data.ts';
import { executeCommand } from './execute-command.ts';
import { withDatabase } from './open-database.ts';
import { ServerSecrets } from './secrets.ts';
import { seed, SEED_FLAGS } from './seed.ts';
import { SETTING_FLAGS } from './setting-flags.ts';
import { type FlagValues, loadSettings, type Settings, UsageError } from './settings.ts';

const HELP = `bindery <command> [flags]

Commands
  serve                             run the server
  token create --email E [--name N] [--expires 2027-01-31|90d]
                                    create an API token and print it (shown only once)
  token list [--email E]            list API tokens
  token revoke ID                   revoke a token and end its sessions
  link create --email E             create a sign-in link of a user and print it (works for an hour, in one browser)
  organization create --title T     create an organization and print its ID
  user create --email E [--name N] [--organization ID --role R]
                                    create a user and print their ID
  operator add --email E            make a user an operator, who sees how the server is
  operator remove --email E         end that
  operator list                     list the operators
  log list [--email E]              list the latest events of people without an organization
  secrets rotate                    encrypt stored secrets with a new key, or with the first one of SECRETS_KEY
  secrets discard                   remove stored secrets whose key is lost
  files move --to storage|database  move files into the storage of FILES_URL, or back, while servers run
  files list                        say where files are
  seed ${Object.keys(SEED_FLAGS)
    .map((flag) => `--${flag} N`)
    .join(' ')}
                                    create a large organization
  migrate [--check]                 apply pending database migrations, or only list them
  backup --to FILE                  write the embedded database to a file
  verify --from FILE                restore a backup beside the database, say what is in it, and delete that again
  restore --from FILE [--replace]   restore the embedded database from a backup

Settings (flag, or environment variable of the same name in upper case)
${Object.entries(SETTING_FLAGS)
  .map(([flag, { type, help }]) => `  --${flag}${type === 'string' ? ' VALUE' : ''}`.padEnd(34) + `  ${help}`)
  .join('\n')}
`;

/** Commands that a running server executes while it has the data folder locked. */
const DELEGATED_COMMANDS = new Set([
  'token',
  'link',
  'user',
  'organization',
  'operator',
  'log',
  'secrets',
  'files',
  'backup',
]);

/** The other commands, with their flags beside the settings. */
const COMMANDS: Record<
  string,
  { flags: Flags; run: (settings: Settings, flags: FlagValues) => Promise<void> }
> = {
  serve: {
    flags: {},
    // Loaded for this command only, so that the others start faster.
    run: async (settings) => (await import('./serve.ts')).serve(settings),
  },
  migrate: { flags: { check: { type: 'boolean' } }, run: migrateOnly },
  seed: { flags: SEED_FLAGS, run: seed },
  verify: { flags: { from: { type: 'string' } }, run: verify },
  restore: { flags: { from: { type: 'string' }, replace: { type: 'boolean' } }, run: restore },
};

type Flags = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

/**
 * Runs a command line, given the arguments after `bindery`. Returns the exit code: 0, 1 after a failure, 2 after a
 * usage error.
 */
export async function runCommandLine(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const [name] = args;
  if (name === undefined || name === 'help' || args.includes('--help')) {
    console.log(HELP);
    return name === undefined ? 2 : 0;
  }
  try {
    const { settingFlags, rest } = splitSettings(args.slice(1));
    const settings = loadSettings(settingFlags, environment);
    if (DELEGATED_COMMANDS.has(name))
      return await runDelegated([name, ...rest].map(toAbsolutePath), settings);
    const command = COMMANDS[name];
    if (!command) throw new UsageError(`Unknown command "${name}". Run "bindery --help" for usage.`);
    await command.run(settings, parseFlags(rest, command.flags));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(error.message);
      return 2;
    }
    console.error(error instanceof DataFolderInUseError ? error.message : error);
    return 1;
  }
}

/** `token`, `link`, `user`, `organization`, `operator`, `log`, `secrets`, `files` and `backup` also work while a server runs: the server executes them. */
async function runDelegated(args: readonly string[], settings: Settings): Promise<number> {
  const holder = settings.databaseUrl === undefined ? findLockHolder(settings.dataDirectory) : undefined;
  const outcome = holder
    ? await sendCommand(holder.socket, args)
    : await withDatabase(settings, (database) =>
        executeCommand(args, {
          database,
          publicUrl: settings.publicUrl,
          secrets: () => new ServerSecrets(settings),
          storage: settings.files && new S3Storage(settings.files),
          now: () => systemClock.now(),
          // Servers on the same PostgreSQL must reject tokens that this command revoked.
          onChange: () => database.pubSub?.publish('actors', ALL_USERS),
        }),
      );
  if ('error' in outcome) console.error(outcome.error);
  else if (outcome.output !== '') console.log(outcome.output);
  return 'error' in outcome ? 1 : 0;
}

/** Separates the settings from the other arguments. */
function splitSettings(args: readonly string[]): { settingFlags: FlagValues; rest: string[] } {
  const settingFlags: FlagValues = {};
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    const [, flag = '', value] = /^--([a-z-]+)(?:=(.*))?$/.exec(word) ?? [];
    const setting = Object.entries(SETTING_FLAGS).find(([known]) => known === flag)?.[1];
    if (!setting) rest.push(word);
    else if (setting.type === 'boolean') settingFlags[flag] = value ?? true;
    else if (value !== undefined) settingFlags[flag] = value;
    else {
      index += 1;
      if (args[index] === undefined) throw new UsageError(`--${flag} needs a value.`);
      settingFlags[flag] = args[index] ?? '';
    }
  }
  return { settingFlags, rest };
}

function parseFlags(args: string[], flags: Flags): FlagValues {
  try {
    return parseArgs({ args, options: { ...flags } }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** A running server has another working directory, so file names are sent as absolute paths. */
function toAbsolutePath(word: string, index: number, args: readonly string[]): string {
  if (args[0] !== 'backup') return word;
  if (word.startsWith('--to=')) return `--to=${resolve(word.slice('--to='.length))}`;
  return args[index - 1] === '--to' ? resolve(word) : word;
}
