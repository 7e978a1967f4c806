import { type Kysely, sql } from 'kysely';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ColorMode } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import { findBranchPreview } from '#server/content/stored/branch-previews.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** The signed content of a preview's address. */
export interface PreviewGrant {
  organizationId: string;
  /** Left out for a page of a space that is on no site. */
  siteId?: string;
  /** Who asked for it. The preview shows what this member may read, as long as they are a member. */
  userId: string;
  /** In milliseconds since 1970. */
  expiresAt: number;
  /** The claims of the visitor who is imagined. */
  claims?: Record<string, unknown>;
  /** A draft of the member that stands in place of the site's customization. */
  customizationDraft?: string;
  /** Whether the site has its structure as the draft leaves it, for as long as the member may change it. */
  structureDraft?: boolean;
  /** The color mode of the visitor who is imagined; without one their system decides. */
  colorMode?: ColorMode;
  /** A change request, a revision or a preview of a branch whose content stands in place of its space's own. */
  content?: { spaceId: string } & (
    | { changeRequestId: string }
    | { revisionId: string }
    | { branchPreviewId: string }
  );
  /** A page with an unsaved text (`page_previews`); the pages and files around it are those of the revision. */
  page?: PreviewedPage;
}

/** A page of a revision whose text is previewed before it is saved. */
export interface PreviewedPage {
  previewId: string;
  pageId: string;
  spaceId: string;
  revisionId: string;
}

/** How long an address is valid, in milliseconds. */
export const PREVIEW_TTL_MS = 60 * 60_000;

/** The first segments of every preview's address; no organization can have this name. */
export const PREVIEW_PREFIX = '/published/~preview/';

/** The path of a site in a preview, with a trailing slash. */
export function previewBase(service: Pick<ServiceSettings, 'signingKey'>, grant: PreviewGrant): string {
  const payload = Buffer.from(JSON.stringify(grant)).toString('base64url');
  return `${PREVIEW_PREFIX}${payload}.${signatureOf(service, payload)}/`;
}

/** The grant of an address; undefined where it is not ours or has expired. */
export function readGrant(
  service: Pick<ServiceSettings, 'signingKey'>,
  token: string,
  now: Date,
): PreviewGrant | undefined {
  const [payload = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0) return undefined;
  const signatureBytes = Buffer.from(signature);
  const expected = Buffer.from(signatureOf(service, payload));
  if (signatureBytes.length !== expected.length || !timingSafeEqual(signatureBytes, expected))
    return undefined;
  const grant: PreviewGrant = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return grant.expiresAt > now.getTime() ? grant : undefined;
}

function signatureOf({ signingKey }: Pick<ServiceSettings, 'signingKey'>, payload: string): string {
  // The first word separates these signatures from everything else that the key signs.
  return createHmac('sha256', signingKey).update(`preview ${payload}`).digest('base64url');
}

/** Which of some spaces a member may read. */
export async function findReadableSpaces(
  db: Kysely<Database>,
  member: Membership,
  spaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await visibleSpaces(db, member, member.organizationId)
    .select('spaces.id')
    .where('spaces.id', '=', sql<string>`any(${spaceIds}::text[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The replacement of a space's own content. */
interface Replacement {
  revisionId: string;
  about:
    | { kind: 'change-request'; number: number; subject: string; baseRevisionId: string }
    | { kind: 'branch'; title: string }
    | { kind: 'revision'; createdAt: Date };
}

/** Undefined if it was deleted. */
export async function findReplacement(
  db: Kysely<Database>,
  content: NonNullable<PreviewGrant['content']>,
): Promise<Replacement | undefined> {
  if ('branchPreviewId' in content) {
    const preview = await findBranchPreview(db, content.branchPreviewId);
    if (preview?.spaceId !== content.spaceId) return undefined;
    const { revisionId, branch, commit } = preview;
    return { revisionId, about: { kind: 'branch', title: `${branch} (${commit.slice(0, 7)})` } };
  }
  if ('revisionId' in content) {
    const row = await db
      .selectFrom('revisions')
      .select(['id', 'created_at'])
      .where('id', '=', content.revisionId)
      .where('space_id', '=', content.spaceId)
      .executeTakeFirst();
    return row && { revisionId: row.id, about: { kind: 'revision', createdAt: row.created_at } };
  }
  const row = await db
    .selectFrom('change_requests')
    .select(['revision_id', 'number', 'subject', 'revision_initial', 'revision_merged_ancestor'])
    .where('id', '=', content.changeRequestId)
    .where('space_id', '=', content.spaceId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { number, subject } = row;
  const baseRevisionId = row.revision_merged_ancestor ?? row.revision_initial;
  return { revisionId: row.revision_id, about: { kind: 'change-request', number, subject, baseRevisionId } };
}
