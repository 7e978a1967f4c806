import { Resolver } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { normalizeEmail } from '#server/base/email-addresses.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { parseSecretKey } from '#server/base/secret-keys.ts';
import { DEFAULT_TASK_LIMITS, type TaskLimits } from '#server/content/tasks/run-task.ts';
import type { PoolLimits } from '#server/database/engine/postgres-engine.ts';
import { LAG_SECONDS } from '#server/database/engine/read-lag.ts';
import { DEFAULT_INSIGHT_MONTHS } from '#server/insights/keep-figures.ts';
import { isLoopback } from '#server/network/addresses.ts';
import { FetchHosts, FetchHostsError } from '#server/network/fetch-hosts.ts';
import type { MailSettings } from '#server/network/mailer.ts';
import { parseStorageUrl, type StorageLocation } from '#server/network/s3-storage.ts';
import type { ClientHeaders } from '#server/plugins/client-address.ts';
import { DEFAULT_RATE_LIMIT } from '#server/plugins/limits/rate-limit.ts';
import { LOG_LEVELS, SETTING_FLAGS } from './setting-flags.ts';

/** A usage error in a command line or in the environment; the message is one sentence. */
export class UsageError extends Error {}

/** Backups on a schedule. */
export interface BackupSettings {
  place: { kind: 'folder'; path: string } | { kind: 'storage'; location: StorageLocation };
  everyHours: number;
  /** How many are kept. */
  keep: number;
}

/** The settings of a process, from flags or the environment; flags win. */
export interface Settings {
  port: number;
  host: string;
  /** Absolute. Holds the embedded database, its lock and the command socket. */
  dataDirectory: string;
  databaseUrl: string | undefined;
  /** A direct connection to the same database, where `databaseUrl` is a pooler's. */
  listenUrl: string | undefined;
  /** Replicas to read from, and how old what they have may be. */
  reads: { urls: string[]; maxLagMs: number };
  /** Of the connections to PostgreSQL. */
  pool: PoolLimits;
  /** Where files are, if not in the database. */
  files: StorageLocation | undefined;
  /** Undefined where no backups are made on a schedule. */
  backups: BackupSettings | undefined;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Where published sites are served, without a trailing slash; undefined for the public URL. */
  publishedUrl: string | undefined;
  brand: string;
  /** The keys of secrets in the database; the first one encrypts. Empty: the one in the data folder. */
  secretKeys: Buffer[];
  /** Set as the first administrator's token on the first start. */
  adminToken: string | undefined;
  /** Who sends it may read `/metrics`. */
  metricsToken: string | undefined;
  /** URL of a collector of OpenTelemetry; undefined where nothing is traced. */
  traces: string | undefined;
  /** Requests per minute, per token or else per IP address; 0 is no limit. */
  rateLimit: number;
  /** Where a proxy says from where requests come. */
  clientHeaders: ClientHeaders;
  /** Limits of the heavy work that runs in task processes. */
  taskLimits: TaskLimits;
  /** How long everything is still answered after a stop signal, while `/readyz` says 503. */
  shutdownSeconds: number;
  allowPrivateFetch: boolean;
  /** Private hosts and networks that URLs of callers may lead to. */
  fetchHosts: FetchHosts;
  /** DNS servers that prove host names of sites; none for those of the system. */
  dnsServers: string[];
  /** Undefined where no mail is sent. */
  mail: MailSettings | undefined;
  /** How long a notification waits to be read before it is mailed. */
  mailAfterMinutes: number;
  /** Whether visits of published sites are counted. */
  countsVisits: boolean;
  /** For how many months their figures are kept. */
  insightMonths: number;
  /** Whether links of sites to other sites are followed. */
  asksLinks: boolean;
  logLevel: string;
  /** Start without the demonstration: there are no users until the printed link is used. */
  empty: boolean;
  /** Serve the documented API only, as servers of other vendors do. */
  documentedOnly: boolean;
}

const MAX_REPLICAS = 16;

type FlagName = keyof typeof SETTING_FLAGS;
export type FlagValues = Partial<Record<string, string | boolean>>;

/** Loads the settings; throws `UsageError` for the first invalid one. */
export function loadSettings(flags: FlagValues, environment: NodeJS.ProcessEnv): Settings {
  const textOf = (flag: FlagName): string | undefined => {
    const value = flags[flag] ?? fromEnvironment(SETTING_FLAGS[flag].env, environment);
    return value === undefined || value === '' ? undefined : String(value);
  };
  const booleanOf = (flag: FlagName) => parseBoolean(SETTING_FLAGS[flag].env, textOf(flag) ?? 'false');
  const { seconds, megabytes } = DEFAULT_TASK_LIMITS;
  const port = parseNumber('PORT', textOf('port') ?? '4400', 1, 65_535);
  const publicUrl = parseOrigin('PUBLIC_URL', textOf('public-url') ?? `http://localhost:${port}`);
  return {
    port,
    host: textOf('host') ?? 'localhost',
    dataDirectory: resolve(textOf('data-dir') ?? '.data'),
    databaseUrl: parseDatabaseUrl('DATABASE_URL', textOf('database-url')),
    listenUrl: parseListenUrl(textOf('listen-url'), textOf('database-url')),
    ...parseConnections(textOf),
    files: parseStorage('FILES_URL', textOf('files-url')),
    backups: parseBackups(textOf),
    publicUrl,
    publishedUrl: parsePublishedUrl(textOf('published-url'), publicUrl),
    brand: parseBrand(textOf('brand') ?? 'bindery'),
    secretKeys: parseSecretKeys(textOf('secrets-key')),
    adminToken: parseToken('ADMIN_TOKEN', textOf('admin-token')),
    metricsToken: parseToken('METRICS_TOKEN', textOf('metrics-token')),
    traces: parseCollector('OTEL_EXPORTER_OTLP_ENDPOINT', textOf('traces')),
    rateLimit: parseNumber(
      'RATE_LIMIT',
      textOf('rate-limit') ?? String(DEFAULT_RATE_LIMIT),
      0,
      1_000_000_000,
    ),
    clientHeaders: {
      address: parseHeaderName('ADDRESS_HEADER', textOf('address-header')),
      country: parseHeaderName('COUNTRY_HEADER', textOf('country-header')),
    },
    taskLimits: {
      // Requests time out after a minute.
      seconds: parseNumber('TASK_SECONDS', textOf('task-seconds') ?? String(seconds), 1, 50),
      megabytes: parseNumber('TASK_MEGABYTES', textOf('task-megabytes') ?? String(megabytes), 128, 8192),
    },
    shutdownSeconds: parseNumber(
      'SHUTDOWN_SECONDS',
      textOf('shutdown-seconds') ?? (environment.NODE_ENV === 'production' ? '5' : '0'),
      0,
      3600,
    ),
    allowPrivateFetch: booleanOf('allow-private-fetch'),
    fetchHosts: parseFetchHosts(textOf('fetch-hosts')),
    dnsServers: parseDnsServers(textOf('dns-servers')),
    mail: parseMail(textOf('smtp-url'), textOf('mail-dir'), textOf('mail-from')),
    mailAfterMinutes: parseNumber('MAIL_AFTER_MINUTES', textOf('mail-after-minutes') ?? '10', 0, 1440),
    asksLinks: parseBoolean('CHECK_LINKS', textOf('check-links') ?? 'true'),
    countsVisits: parseBoolean(SETTING_FLAGS.insights.env, textOf('insights') ?? 'true'),
    insightMonths: parseInsightMonths(textOf('insights-months')),
    logLevel: parseLogLevel(textOf('log-level') ?? (environment.NODE_ENV === 'production' ? 'info' : 'warn')),
    empty: booleanOf('empty'),
    documentedOnly: booleanOf('documented-only'),
  };
}

/** The replicas, and the limits of connections. */
function parseConnections(textOf: (flag: FlagName) => string | undefined): Pick<Settings, 'reads' | 'pool'> {
  return {
    reads: {
      urls: parseReadUrls(textOf('database-read-url'), textOf('database-url')),
      maxLagMs: 1000 * parseReadLag(textOf('database-read-lag-seconds')),
    },
    pool: {
      size: parseNumber('DATABASE_POOL_SIZE', textOf('database-pool-size') ?? '10', 2, 1000),
      lifetimeSeconds: parseNumber(
        'DATABASE_LIFETIME_SECONDS',
        textOf('database-lifetime-seconds') ?? '0',
        0,
        86_400,
      ),
      connectSeconds: parseNumber(
        'DATABASE_CONNECT_SECONDS',
        textOf('database-connect-seconds') ?? '10',
        1,
        60,
      ),
    },
  };
}

/**
 * A variable, or the content of the file that the variable with `_FILE` names: containers get secrets as files. Line ends at the
 * end of a file do not count.
 */
function fromEnvironment(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const value = environment[name];
  const path = environment[`${name}_FILE`];
  if (path === undefined || path === '') return value;
  if (value !== undefined && value !== '')
    throw new UsageError(`${name} and ${name}_FILE exclude each other. Set one of them.`);
  try {
    return readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${name}_FILE can't be read: ${reason}.`, { cause: error });
  }
}

/**
 * Whether a server listens on this machine only, and its public URL leads there too: then no other machine
 * can reach it.
 */
export function isLocal({ host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>): boolean {
  return isLoopback(host) && isLoopback(new URL(publicUrl).hostname);
}

/** A whole number from `min` to `max`; throws `UsageError` with the name of the setting. */
export function parseNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
}

function parseInsightMonths(text = String(DEFAULT_INSIGHT_MONTHS)): number {
  return parseNumber('INSIGHTS_MONTHS', text, 1, 240);
}

function parseBoolean(name: string, text: string): boolean {
  const word = text.toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(word)) return true;
  if (['false', '0', 'no', 'off'].includes(word)) return false;
  throw new UsageError(`${name} must be true or false, not "${text}".`);
}

function parseDatabaseUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:\/\//.test(text)) return text;
  throw new UsageError(
    `${name} must start with postgres://, such as postgres://user:password@host:5432/bindery.`,
  );
}

function parseListenUrl(text: string | undefined, databaseUrl: string | undefined): string | undefined {
  const url = parseDatabaseUrl('LISTEN_URL', text);
  if (url !== undefined && databaseUrl === undefined)
    throw new UsageError('LISTEN_URL needs DATABASE_URL: the embedded database has no other servers.');
  return url;
}

function parseReadUrls(text: string | undefined, databaseUrl: string | undefined): string[] {
  const urls = (text ?? '').split(/[\s,]+/).filter(Boolean);
  if (urls.length > 0 && databaseUrl === undefined)
    throw new UsageError('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replicas.');
  if (urls.length > MAX_REPLICAS)
    throw new UsageError(`DATABASE_READ_URL must have at most ${MAX_REPLICAS} URLs.`);
  for (const url of urls) parseDatabaseUrl('Each URL of DATABASE_READ_URL', url);
  return urls;
}

function parseReadLag(text = String(LAG_SECONDS.default)): number {
  return parseNumber('DATABASE_READ_LAG_SECONDS', text, LAG_SECONDS.min, LAG_SECONDS.max);
}

function parseStorage(name: string, text: string | undefined): StorageLocation | undefined {
  const location = text === undefined ? undefined : parseStorageUrl(text);
  if (text === undefined || location) return location;
  // Not with the text, which has a secret.
  throw new UsageError(
    `${name} must be an address such as https://KEY:SECRET@s3.example.com/bucket?region=eu-central-1, with signs such as / in the secret percent-encoded.`,
  );
}

function parseBackups(textOf: (flag: FlagName) => string | undefined): BackupSettings | undefined {
  const text = textOf('backup-url');
  const everyHours = parseNumber('BACKUP_EVERY_HOURS', textOf('backup-every-hours') ?? '24', 1, 720);
  const keep = parseNumber('BACKUP_KEEP', textOf('backup-keep') ?? '7', 1, 1000);
  if (text === undefined) return undefined;
  if (isAbsolute(text)) return { place: { kind: 'folder', path: resolve(text) }, everyHours, keep };
  const location = parseStorageUrl(text);
  if (location) return { place: { kind: 'storage', location }, everyHours, keep };
  throw new UsageError(
    'BACKUP_URL must be the absolute path of a folder, or an address such as https://KEY:SECRET@s3.example.com/bucket/backups, with signs such as / in the secret percent-encoded.',
  );
}

/** In lower case, as Node has the names. */
function parseHeaderName(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^[a-z][a-z0-9-]{0,63}$/i.test(text)) return text.toLowerCase();
  throw new UsageError(`${name} must be the name of a header, such as X-Forwarded-For, not "${text}".`);
}

function parseFetchHosts(text: string | undefined): FetchHosts {
  try {
    return FetchHosts.parse(text ?? '');
  } catch (error) {
    if (error instanceof FetchHostsError) throw new UsageError(`FETCH_HOSTS ${error.message}.`);
    throw error;
  }
}

function parseDnsServers(text: string | undefined): string[] {
  const servers = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  try {
    new Resolver().setServers(servers);
    return servers;
  } catch {
    throw new UsageError(
      `DNS_SERVERS must be IP addresses, such as 9.9.9.9 or 127.0.0.1:5353, not "${text}".`,
    );
  }
}

function parseOrigin(name: string, text: string): string {
  const url = parseUrl(text);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return url.origin;
  throw new UsageError(
    `${name} must be a URL without a path, such as https://docs.example.com, not "${text}".`,
  );
}

function parseCollector(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = parseUrl(text);
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.username === '') return text;
  throw new UsageError(`${name} must be a URL, such as http://localhost:4318, not "${text}".`);
}

/** Cookies and the `Host` header distinguish origins by their host name, never by the port or the scheme. */
function parsePublishedUrl(text: string | undefined, publicUrl: string): string | undefined {
  if (text === undefined) return undefined;
  const publishedUrl = parseOrigin('PUBLISHED_URL', text);
  const [published, own] = [new URL(publishedUrl), new URL(publicUrl)];
  if (published.hostname === own.hostname) {
    throw new UsageError(`PUBLISHED_URL must have another host name than PUBLIC_URL, not "${text}".`);
  }
  if (published.protocol !== own.protocol) {
    throw new UsageError(`PUBLISHED_URL must start with ${own.protocol}// like PUBLIC_URL, not "${text}".`);
  }
  return publishedUrl;
}

function parseBrand(text: string): string {
  if (/^[a-z][a-z0-9]{0,30}$/.test(text)) return text;
  throw new UsageError(`BRAND must be one lowercase word of up to 31 letters and digits, not "${text}".`);
}

function parseSecretKeys(text: string | undefined): Buffer[] {
  if (text === undefined) return [];
  return text.split(',').map((part) => {
    const key = parseSecretKey(part.trim());
    if (key) return key;
    throw new UsageError(
      'SECRETS_KEY must be a key of 32 bytes in base64, or several with commas between them. Make one with: openssl rand -base64 32',
    );
  });
}

function parseToken(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^\S{24,200}$/.test(text)) return text;
  throw new UsageError(`${name} must have 24 to 200 characters and no spaces.`);
}

function parseMail(
  smtpUrl: string | undefined,
  directory: string | undefined,
  sender: string | undefined,
): MailSettings | undefined {
  if (smtpUrl !== undefined && directory !== undefined)
    throw new UsageError('SMTP_URL and MAIL_DIR exclude each other. Set one of them.');
  if (directory !== undefined)
    return {
      directory: resolve(directory),
      from: parseSender(sender ?? 'Bindery <bindery@localhost.localdomain>'),
    };
  if (smtpUrl === undefined) return undefined;
  const url = parseUrl(smtpUrl);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new UsageError('SMTP_URL must be a URL such as smtps://user:password@mail.example.com:465.');
  if (sender === undefined)
    throw new UsageError('MAIL_FROM is missing. Set it to the sender, such as docs@example.com.');
  return { smtpUrl, from: parseSender(sender) };
}

/** An address, or a name and an address in angle brackets. */
function parseSender(text: string): string {
  const [, name, address] = /^([^<>"]*)<([^<>]+)>$/.exec(text.trim()) ?? [undefined, '', text];
  if (normalizeEmail(address ?? '') !== null && !/[\r\n]/.test(name ?? '')) return text.trim();
  throw new UsageError(
    `MAIL_FROM must be an address such as docs@example.com, or Docs <docs@example.com>, not ${JSON.stringify(text)}.`,
  );
}

function parseLogLevel(text: string): string {
  if (LOG_LEVELS.includes(text)) return text;
  throw new UsageError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${text}".`);
}
