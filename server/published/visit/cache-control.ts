import type { Visit } from './visit.ts';

/** Private sites, and what claims decide, are never kept by shared caches; nothing is used without asking whether it is still current. */
export function cacheControl({
  site,
  preview,
  isPersonal,
}: Pick<Visit, 'site' | 'preview' | 'isPersonal'>): string {
  const isOpen =
    !preview && isPersonal !== true && (site.visibility === 'public' || site.visibility === 'unlisted');
  return isOpen ? 'public, max-age=0, must-revalidate' : 'private, no-cache';
}
