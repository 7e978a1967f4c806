import type {
  SpaceEditMode,
  SpaceGitSync,
  SpaceVisibility,
  SpaceVisitorAuth,
  Space,
  SpacePermissions,
  WritingView,
} from '#api/generated/types.gen.ts';
import { contentRoleOf, LEVEL } from '#server/access/roles.ts';
import { isSameSecret } from '#server/access/tokens.ts';
import { badValue } from '#server/base/errors.ts';
import { apiUrl, appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { type UrlPart, type SiteUrlFields, childUrl, publishedUrl } from '#server/sites/sites.rules.ts';

/** A space; `granted` is the level of the grant that decides for the caller. */
export interface SpaceRow extends Pick<
  Row<'spaces'>,
  | 'id'
  | 'organization_id'
  | 'parent_id'
  | 'title'
  | 'emoji'
  | 'icon'
  | 'default_level'
  | 'resolved_level'
  | 'revision_id'
  | 'comments_open'
  | 'change_requests_total'
  | 'change_requests_open'
  | 'change_requests_draft'
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'
> {
  visibility: SpaceVisibility;
  edit_mode: SpaceEditMode;
  writing_view: WritingView | null;
  git_sync: SpaceGitSync | null;
  visitor_auth: SpaceVisitorAuth | null;
  granted: number | null;
}

/** `published_in`: null where it is not published. */
export type SpaceWithLocationRow = SpaceRow & { published_in: PublishedLocation | null };

/** Of a space that is created without one. */
export const DEFAULT_TITLE = 'Untitled';

const EMOJI_PATTERN = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One grapheme, however many code points. */
export function isEmoji(text: string): boolean {
  return EMOJI_PATTERN.test(text) && [...segmenter.segment(text)].length === 1;
}

/** One emoji or empty; throws 400 otherwise. */
export function parseEmoji(text: string): string {
  if (text === '' || isEmoji(text)) return text;
  throw badValue('body.emoji', 'must be a single emoji or empty');
}

const ICON_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_ICON_NAME_LENGTH = 50;

/** The name of an icon, the URL of an image, or empty; throws 400 otherwise. */
export function parseIcon(text: string): string {
  const isName = text.length <= MAX_ICON_NAME_LENGTH && ICON_NAME.test(text);
  if (text === '' || isName || isImageUrl(text)) return text;
  throw badValue('body.icon', 'must be the name of an icon, such as book-open, or the https URL of an image');
}

const isImageUrl = (text: string): boolean => text.startsWith('https://') && URL.canParse(text);

export function canViewSpace(level: number): boolean {
  return level >= LEVEL.read;
}

/** Also moving, transferring and deleting. */
export function canManageSpace(level: number): boolean {
  return level >= LEVEL.create;
}

/** A locked space can still be edited through change requests. */
export function spacePermissions(level: number): SpacePermissions {
  return {
    view: level >= LEVEL.read,
    access: level >= LEVEL.read,
    admin: level >= LEVEL.create,
    viewInviteLinks: level >= LEVEL.create,
    edit: level >= LEVEL.edit,
    triggerGitSync: level >= LEVEL.create,
    comment: level >= LEVEL.comment,
    merge: level >= LEVEL.review,
    review: level >= LEVEL.review,
  };
}

/** A site space on a published site. */
export interface PublishedLocation {
  site: SiteUrlFields;
  section: UrlPart | null;
  entry: UrlPart;
}

/**
 * The public URL of a space for a member. On sites shared by link, only members who can view sites and callers with the
 * share key see it.
 */
export function publishedSpaceUrl(
  location: PublishedLocation | null,
  caller: { role: number; shareKey?: string | undefined },
  service: Pick<ServiceSettings, 'publishedUrl'>,
): string | undefined {
  if (!location) return undefined;
  const { site, section, entry } = location;
  const isUrlVisible =
    site.visibility !== 'share-link' ||
    caller.role >= LEVEL.read ||
    (caller.shareKey !== undefined && isSameSecret(caller.shareKey, site.share_key));
  if (!isUrlVisible) return undefined;
  const base = publishedUrl(site, service);
  return childUrl(section ? childUrl(base, section) : base, entry);
}

/** With its public URL; deleted spaces have none. */
export function toSpaceWithUrlView(
  row: SpaceWithLocationRow,
  caller: { role: number; level: number; shareKey?: string | undefined },
  service: ServiceSettings,
): Space {
  const location = row.deleted_at ? null : row.published_in;
  return toSpaceView(row, caller.level, service, publishedSpaceUrl(location, caller, service));
}

/** `level`: the caller's level on the space. */
export function toSpaceView(
  row: SpaceRow,
  level: number,
  service: ServiceSettings,
  published?: string,
): Space {
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji,
    ...(row.icon !== '' && { icon: row.icon }),
    visibility: row.visibility,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.deleted_at && { deletedAt: row.deleted_at.toISOString() }),
    editMode: row.edit_mode,
    writingView: row.writing_view ?? 'visual',
    organization: row.organization_id,
    ...(row.parent_id !== null && { parent: row.parent_id }),
    ...(row.git_sync && { gitSync: row.git_sync }),
    ...(row.visitor_auth && { visitorAuth: row.visitor_auth }),
    revision: row.revision_id,
    defaultLevel: contentRoleOf(row.default_level),
    comments: row.comments_open,
    changeRequests: row.change_requests_total,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    urls: {
      location: apiUrl(service, `/spaces/${row.id}`),
      app: appUrl(service, `/o/${row.organization_id}/spaces/${row.id}`),
      ...(published !== undefined && { published }),
      ...(isImageUrl(row.icon) && { icon: row.icon }),
    },
    permissions: spacePermissions(level),
  };
}
