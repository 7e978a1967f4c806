// @module-tag without-database
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLocal, loadSettings, UsageError } from './settings.ts';

describe('loadSettings', () => {
  it('has a default for everything', () => {
    expect(loadSettings({}, {})).toMatchObject({
      port: 4400,
      host: 'localhost',
      dataDirectory: `${process.cwd()}/.data`,
      databaseUrl: undefined,
      publicUrl: 'http://localhost:4400',
      publishedUrl: undefined,
      brand: 'bindery',
      adminToken: undefined,
      metricsToken: undefined,
      traces: undefined,
      pool: { size: 10, lifetimeSeconds: 0, connectSeconds: 10 },
      secretKeys: [],
      rateLimit: 3000,
      taskLimits: { seconds: 40, megabytes: 384 },
      shutdownSeconds: 0,
      mailAfterMinutes: 10,
      allowPrivateFetch: false,
      mail: undefined,
      logLevel: 'warn',
      empty: false,
      documentedOnly: false,
    });
  });

  it.each([
    [
      { SMTP_URL: 'smtps://u:p@mail.press.example', MAIL_FROM: 'Docs <docs@press.example>' },
      { smtpUrl: 'smtps://u:p@mail.press.example', from: 'Docs <docs@press.example>' },
    ],
    [
      { MAIL_DIR: '/tmp/mail', MAIL_FROM: 'docs@press.example' },
      { directory: '/tmp/mail', from: 'docs@press.example' },
    ],
  ])('loads where mail goes from %j', (environment, mail) => {
    expect(loadSettings({}, environment).mail).toEqual(mail);
  });

  it('loads the environment; flags win', () => {
    const environment = {
      PORT: '80',
      PUBLIC_URL: 'https://docs.example.com/',
      PUBLISHED_URL: 'https://pages.example.com/',
      ALLOW_PRIVATE_FETCH: 'true',
      RATE_LIMIT: '0',
      ADDRESS_HEADER: 'X-Forwarded-For',
      TASK_SECONDS: '5',
      NODE_ENV: 'production',
      BRAND: '',
    };
    expect(
      loadSettings(
        { port: '81', 'task-megabytes': '512', empty: true, 'documented-only': true },
        environment,
      ),
    ).toMatchObject({
      port: 81,
      publicUrl: 'https://docs.example.com',
      publishedUrl: 'https://pages.example.com',
      shutdownSeconds: 5,
      mailAfterMinutes: 10,
      allowPrivateFetch: true,
      rateLimit: 0,
      clientHeaders: { address: 'x-forwarded-for', country: undefined },
      taskLimits: { seconds: 5, megabytes: 512 },
      logLevel: 'info',
      brand: 'bindery',
      empty: true,
      documentedOnly: true,
    });
  });

  it.each([
    [{ PORT: '0' }, 'PORT'],
    [{ PORT: '4400x' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://x', LISTEN_URL: 'mysql://x' }, 'LISTEN_URL must start'],
    [{ LISTEN_URL: 'postgres://x' }, 'LISTEN_URL needs'],
    [{ DATABASE_READ_URL: 'postgres://x' }, 'DATABASE_READ_URL needs'],
    [
      { DATABASE_URL: 'postgres://x', DATABASE_READ_URL: 'postgres://y, y' },
      'Each URL of DATABASE_READ_URL must start',
    ],
    [
      { DATABASE_URL: 'postgres://x', DATABASE_READ_URL: 'postgres://y '.repeat(17) },
      'DATABASE_READ_URL must have at most',
    ],
    [{ DATABASE_READ_LAG_SECONDS: '2' }, 'DATABASE_READ_LAG_SECONDS'],
    [{ DNS_SERVERS: 'dns.example' }, 'DNS_SERVERS must be'],
    [{ FETCH_HOSTS: '10.2.0.0/33' }, 'FETCH_HOSTS must have networks'],
    [{ SHUTDOWN_SECONDS: '1.5' }, 'SHUTDOWN_SECONDS must be'],
    [{ ADDRESS_HEADER: 'X-Real-IP: 1' }, 'ADDRESS_HEADER must be'],
    [{ COUNTRY_HEADER: 'for=' }, 'COUNTRY_HEADER must be'],
    [{ PUBLIC_URL: 'docs.example.com' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://docs.example.com/path' }, 'PUBLIC_URL'],
    [{ PUBLISHED_URL: 'docs.example.com' }, 'PUBLISHED_URL'],
    [{ PUBLISHED_URL: 'http://localhost:5500' }, 'PUBLISHED_URL'],
    [{ PUBLISHED_URL: 'https://docs.example.com' }, 'PUBLISHED_URL'],
    [{ BRAND: 'Two Words' }, 'BRAND'],
    [{ ADMIN_TOKEN: 'short' }, 'ADMIN_TOKEN'],
    [{ ADMIN_TOKEN: 'x'.repeat(201) }, 'ADMIN_TOKEN'],
    [{ ADMIN_TOKEN: 'long enough but with spaces' }, 'ADMIN_TOKEN'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ DATABASE_POOL_SIZE: '1' }, 'DATABASE_POOL_SIZE'],
    [{ DATABASE_LIFETIME_SECONDS: 'hour' }, 'DATABASE_LIFETIME_SECONDS'],
    [{ DATABASE_CONNECT_SECONDS: '0' }, 'DATABASE_CONNECT_SECONDS'],
    [{ RATE_LIMIT: '-1' }, 'RATE_LIMIT'],
    [{ TASK_SECONDS: '51' }, 'TASK_SECONDS'],
    [{ TASK_MEGABYTES: '64' }, 'TASK_MEGABYTES'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ SMTP_URL: 'mail.press.example', MAIL_FROM: 'docs@press.example' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.press.example', MAIL_DIR: '/tmp/mail' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.press.example' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.press.example', MAIL_FROM: 'Docs' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.press.example', MAIL_FROM: 'a\nBcc: b <docs@press.example>' }, 'MAIL_FROM'],
    [{ EMPTY: 'ture' }, 'EMPTY'],
  ])('rejects %j and names the setting', (environment, name) => {
    expect(() => loadSettings({}, environment)).toThrow(UsageError);
    expect(() => loadSettings({}, environment)).toThrow(new RegExp(`^${name} .*\\.$`));
  });
});

describe('settings from files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bindery-settings-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const fileOf = (content: string) => {
    const path = join(folder, 'value');
    writeFileSync(path, content);
    return path;
  };

  it('are read without the line end of the file', () => {
    const environment = { ADMIN_TOKEN_FILE: fileOf('a-token-that-is-kept-in-a-file\n'), PORT_FILE: '' };
    expect(loadSettings({}, environment)).toMatchObject({
      adminToken: 'a-token-that-is-kept-in-a-file',
      port: 4400,
    });
  });

  it('name replicas one below the other', () => {
    const environment = {
      DATABASE_URL: 'postgres://primary',
      DATABASE_READ_URL_FILE: fileOf('postgres://one\npostgres://two, postgres://three\n'),
    };
    expect(loadSettings({}, environment).reads).toEqual({
      urls: ['postgres://one', 'postgres://two', 'postgres://three'],
      maxLagMs: 5000,
    });
  });

  it('give way to flags', () => {
    const environment = { DATABASE_URL_FILE: fileOf('postgres://from-file') };
    expect(loadSettings({ 'database-url': 'postgres://from-flag' }, environment).databaseUrl).toBe(
      'postgres://from-flag',
    );
  });

  it('are rejected beside a variable, and where the file is missing or its content is wrong', () => {
    const twice = { ADMIN_TOKEN: 'x'.repeat(30), ADMIN_TOKEN_FILE: fileOf('y'.repeat(30)) };
    expect(() => loadSettings({}, twice)).toThrow(/^ADMIN_TOKEN and ADMIN_TOKEN_FILE exclude each other/);
    const missing = { ADMIN_TOKEN_FILE: join(folder, 'missing') };
    expect(() => loadSettings({}, missing)).toThrow(/^ADMIN_TOKEN_FILE can't be read: ENOENT/);
    expect(() => loadSettings({}, { PORT_FILE: fileOf('many') })).toThrow(/^PORT must be/);
  });
});

describe('isLocal', () => {
  it.each([
    ['localhost', 'http://localhost:4400', true],
    ['127.0.0.1', 'http://127.0.0.1:4400', true],
    ['::1', 'http://[::1]:4400', true],
    ['127.8.0.1', 'http://docs.localhost:4400', true],
    ['0.0.0.0', 'http://localhost:4400', false],
    ['::', 'http://localhost:4400', false],
    ['192.168.1.5', 'http://localhost:4400', false],
    ['docs.example.com', 'http://localhost:4400', false],
    ['127.0.0.1.example.com', 'http://localhost:4400', false],
    ['localhost', 'https://docs.example.com', false],
    ['localhost', 'https://localhost.example.com', false],
    ['localhost', 'http://192.168.1.5:4400', false],
    ['127.0.0.1', 'http://127.example.com', false],
    ['0.0.0.0', 'https://docs.example.com', false],
  ])('of HOST %s and PUBLIC_URL %s is %s', (host, publicUrl, expected) => {
    expect(isLocal({ host, publicUrl })).toBe(expected);
  });
});
