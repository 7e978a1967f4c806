import type { KeyObject } from 'node:crypto';
import type { ObjectStorage } from './object-storage.ts';
import type { SecretKeys } from './secret-keys.ts';

/** Backups that servers make by themselves. */
export interface BackupSchedule {
  /** Where they are put, without what opens it. */
  place: string;
  everyHours: number;
  /** How many that could be restored are kept. */
  keep: number;
}

/** The settings of this server that handlers and views need. */
export interface ServiceSettings {
  version: string;
  /** The brand in keys such as `binderyVisitorClaims`: lower case. */
  brand: string;
  /** The public URL, without a trailing slash: `https://docs.example.com`. */
  publicUrl: string;
  /** Where published sites are served, without a trailing slash; the public URL unless they have another. */
  publishedUrl: string;
  /** Whether the DNS servers that prove host names of sites may know more than those of the internet. */
  hasPrivateDns: boolean;
  signingKey: KeyObject;
  /** The keys of secrets in the database. */
  secretKeys: SecretKeys;
  /** Whether it listens on this machine only, and is meant to be opened from there. */
  isLocal: boolean;
  /** Where files are, if not in the database. */
  storage: ObjectStorage | undefined;
  /** How this server makes backups; undefined where it makes none. */
  backups: BackupSchedule | undefined;
  /** Of the database. */
  engine: 'pglite' | 'postgres';
  /** When the process was started. */
  startedAt: Date;
}

/** The URL of an API endpoint: `apiUrl(service, '/orgs/…')`. */
export function apiUrl({ publicUrl }: Pick<ServiceSettings, 'publicUrl'>, path: string): string {
  return `${publicUrl}/v1${path}`;
}

/** The URL of a console screen: `appUrl(service, '/o/…/members')`. */
export function appUrl({ publicUrl }: Pick<ServiceSettings, 'publicUrl'>, path: string): string {
  return `${publicUrl}${path}`;
}
