import { DEFAULT_TASK_LIMITS } from '#server/content/tasks/run-task.ts';
import { LAG_SECONDS } from '#server/database/engine/read-lag.ts';
import { DEFAULT_INSIGHT_MONTHS } from '#server/insights/keep-figures.ts';
import { DEFAULT_RATE_LIMIT } from '#server/plugins/limits/rate-limit.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The flags of every command, with their environment variables. */
export const SETTING_FLAGS = {
  port: { type: 'string', env: 'PORT', help: 'port to listen on (4400)' },
  host: { type: 'string', env: 'HOST', help: 'host to listen on (localhost)' },
  'data-dir': { type: 'string', env: 'DATA_DIR', help: 'data folder of the embedded database (.data)' },
  'database-url': {
    type: 'string',
    env: 'DATABASE_URL',
    help: 'PostgreSQL URL, instead of the embedded database',
  },
  'database-pool-size': {
    type: 'string',
    env: 'DATABASE_POOL_SIZE',
    help: 'connections to PostgreSQL that this server may open (10)',
  },
  'database-lifetime-seconds': {
    type: 'string',
    env: 'DATABASE_LIFETIME_SECONDS',
    help: 'seconds after which a connection to PostgreSQL is replaced, 0 for never (0)',
  },
  'database-connect-seconds': {
    type: 'string',
    env: 'DATABASE_CONNECT_SECONDS',
    help: 'seconds that a request waits for a connection to PostgreSQL (10)',
  },
  'listen-url': {
    type: 'string',
    env: 'LISTEN_URL',
    help: 'direct PostgreSQL URL for messages between servers, if DATABASE_URL is a pooler',
  },
  'database-read-url': {
    type: 'string',
    env: 'DATABASE_READ_URL',
    help: 'PostgreSQL URLs of replicas, separated by commas or blanks: published pages are read there, and everything while there is no primary',
  },
  'database-read-lag-seconds': {
    type: 'string',
    env: 'DATABASE_READ_LAG_SECONDS',
    help: `seconds that what a replica has may be old; one that is further behind is not asked (${LAG_SECONDS.default})`,
  },
  'files-url': {
    type: 'string',
    env: 'FILES_URL',
    help: 'S3-compatible storage for files, such as https://KEY:SECRET@s3.example.com/bucket (the database)',
  },
  'backup-url': {
    type: 'string',
    env: 'BACKUP_URL',
    help: 'folder or S3-compatible storage for backups on a schedule, such as /backups (none)',
  },
  'backup-every-hours': {
    type: 'string',
    env: 'BACKUP_EVERY_HOURS',
    help: 'hours from one backup to the next (24)',
  },
  'backup-keep': { type: 'string', env: 'BACKUP_KEEP', help: 'how many backups are kept (7)' },
  'public-url': { type: 'string', env: 'PUBLIC_URL', help: 'URL at which browsers reach the server' },
  'published-url': {
    type: 'string',
    env: 'PUBLISHED_URL',
    help: 'URL with a host name of its own for published sites (the public URL)',
  },
  brand: {
    type: 'string',
    env: 'BRAND',
    help: 'brand in keys such as binderyVisitorClaims (bindery)',
  },
  'secrets-key': {
    type: 'string',
    env: 'SECRETS_KEY',
    help: 'key of 32 bytes in base64 that encrypts secrets in the database; former keys after a comma',
  },
  'admin-token': {
    type: 'string',
    env: 'ADMIN_TOKEN',
    help: 'API token of the first administrator, set on the first start',
  },
  'metrics-token': {
    type: 'string',
    env: 'METRICS_TOKEN',
    help: 'token with which Prometheus reads /metrics; without it there is no such address',
  },
  traces: {
    type: 'string',
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    help: 'URL of a collector of OpenTelemetry, such as http://localhost:4318, that gets traces',
  },
  'rate-limit': {
    type: 'string',
    env: 'RATE_LIMIT',
    help: `requests per minute per token or IP address, 0 for no limit (${DEFAULT_RATE_LIMIT})`,
  },
  'address-header': {
    type: 'string',
    env: 'ADDRESS_HEADER',
    help: 'header in which the proxy sends the IP address of the client, such as X-Forwarded-For',
  },
  'country-header': {
    type: 'string',
    env: 'COUNTRY_HEADER',
    help: 'header in which the proxy sends the country of the client, such as CF-IPCountry',
  },
  insights: {
    type: 'string',
    env: 'INSIGHTS',
    help: 'count what readers of published sites do, without an address of anybody: true or false (true)',
  },
  'insights-months': {
    type: 'string',
    env: 'INSIGHTS_MONTHS',
    help: `months for which these figures are kept (${DEFAULT_INSIGHT_MONTHS})`,
  },
  'check-links': {
    type: 'string',
    env: 'CHECK_LINKS',
    help: 'follow links of sites to other sites, to find those that lead nowhere: true or false (true)',
  },
  'task-seconds': {
    type: 'string',
    env: 'TASK_SECONDS',
    help: `seconds that an import, PDF, merge or long page may take (${DEFAULT_TASK_LIMITS.seconds})`,
  },
  'task-megabytes': {
    type: 'string',
    env: 'TASK_MEGABYTES',
    help: `megabytes of memory that each of these may take (${DEFAULT_TASK_LIMITS.megabytes})`,
  },
  'shutdown-seconds': {
    type: 'string',
    env: 'SHUTDOWN_SECONDS',
    help: 'seconds that requests are still answered after SIGTERM, while /readyz says 503 (0; 5 in production)',
  },
  'allow-private-fetch': {
    type: 'boolean',
    env: 'ALLOW_PRIVATE_FETCH',
    help: 'allow imports from private addresses and ports other than 80 and 443',
  },
  'fetch-hosts': {
    type: 'string',
    env: 'FETCH_HOSTS',
    help: 'private hosts and networks to fetch from, such as git.corp.example,10.2.0.0/16',
  },
  'dns-servers': {
    type: 'string',
    env: 'DNS_SERVERS',
    help: 'DNS servers that prove host names of sites, such as 9.9.9.9,1.1.1.1 (those of the system)',
  },
  'smtp-url': {
    type: 'string',
    env: 'SMTP_URL',
    help: 'mail server, such as smtps://user:password@mail.example.com',
  },
  'mail-from': {
    type: 'string',
    env: 'MAIL_FROM',
    help: 'sender of mail, such as "Docs <docs@example.com>"',
  },
  'mail-dir': {
    type: 'string',
    env: 'MAIL_DIR',
    help: 'folder that gets mail as files instead; for development',
  },
  'mail-after-minutes': {
    type: 'string',
    env: 'MAIL_AFTER_MINUTES',
    help: 'minutes that a notification waits to be read before it is mailed (10)',
  },
  'log-level': {
    type: 'string',
    env: 'LOG_LEVEL',
    help: `${LOG_LEVELS.join(', ')} (warn; info in production)`,
  },
  empty: { type: 'boolean', env: 'EMPTY', help: 'skip the demonstration data on the first start' },
  'documented-only': {
    type: 'boolean',
    env: 'DOCUMENTED_ONLY',
    help: 'serve the documented API only, without extensions; for tests of clients',
  },
} as const;
