import { appUrl, type ServiceSettings } from '#server/base/service-settings.ts';

const MAX_LENGTH = 1000;
/** Paths that are not screens. */
const NON_SCREEN_PATH = /^\/(v1|auth|login|assets)(\/|\?|#|$)/;

/** A console path to return to; `/` if the requested one is invalid. */
export function safeReturnPath(requested: unknown): string {
  if (typeof requested !== 'string' || requested.length > MAX_LENGTH) return '/';
  // Browsers read \ as /, drop tabs and line breaks, and treat //host as another host.
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(requested) || NON_SCREEN_PATH.test(requested)) return '/';
  return requested;
}

/** The path of a URL of this server, as tiles at a provider may name one; other texts stay unchanged. */
export function pathOf(service: Pick<ServiceSettings, 'publicUrl'>, requested: unknown): unknown {
  const base = appUrl(service, '/');
  return typeof requested === 'string' && requested.startsWith(base)
    ? requested.slice(base.length - 1)
    : requested;
}
