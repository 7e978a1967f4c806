import type { KeyObject } from 'node:crypto';

/** What handlers and views need to know about the service they run in. */
export interface ServiceSettings {
  /** Version of the server. */
  version: string;
  /** The service's own name in keys such as `binderyVisitorClaims`: lower case. */
  brand: string;
  /** Where browsers reach it, without a slash at the end: `https://docs.example.com`. */
  publicUrl: string;
  /** Signs visitor tokens. */
  signingKey: KeyObject;
}

/** The address of something in the interface: `apiUrl(service, '/orgs/…')`. */
export function apiUrl({ publicUrl }: Pick<ServiceSettings, 'publicUrl'>, path: string): string {
  return `${publicUrl}/v1${path}`;
}

/** The address of a screen of the console: `appUrl(service, '/o/…/members')`. */
export function appUrl({ publicUrl }: Pick<ServiceSettings, 'publicUrl'>, path: string): string {
  return `${publicUrl}${path}`;
}
