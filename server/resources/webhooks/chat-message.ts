import type { Kysely } from 'kysely';
import type { WebhookEventKind, WebhookPreview } from '#api/generated/types.gen.ts';
import { findNames } from '#server/audit/audit-names.ts';
import { notFound } from '#server/base/errors.ts';
import { appUrl } from '#server/base/service-settings.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { type ChatFormat, formatChatMessage, plainText } from './chat-formats.ts';
import { type ChatNames, composeSentence } from './chat-texts.ts';
import { type EventBody, isWanted, toEventBody } from './webhook-reader.ts';
import type { DeliveryRow, WebhookRow } from './webhooks.rules.ts';

type ChatKind = Exclude<WebhookEventKind, '*'>;

interface MessageContext {
  db: Kysely<Database>;
  publicUrl: string;
}

type EventTarget = NonNullable<EventBody['data']['target']>;

/** The change request of an event, in its space and organization. */
interface NamedChangeRequest {
  number: number;
  subject: string;
}

/**
 * The body of a request that posts an event to a channel. Names are those of the moment at which it is sent. Undefined if
 * the webhook has left out the kind or the space since: their names are no longer for the channel.
 */
export async function writeChatMessage(
  context: MessageContext,
  webhook: WebhookRow,
  { body, type }: Pick<DeliveryRow, 'body' | 'type'>,
): Promise<string | undefined> {
  const event: EventBody = JSON.parse(body);
  const { organization: organizationId, space: spaceId = null } = event.data;
  if (type !== 'webhook.test' && !isWanted(webhook, { organizationId, kind: type, spaceId }))
    return undefined;
  const changeRequest = await findChangeRequest(context.db, event);
  const names = await loadNames(context.db, event, changeRequest);
  const parts = composeSentence(type as ChatKind, names);
  const url = appUrl(context, pathOf(event, changeRequest));
  return formatChatMessage(webhook.format as ChatFormat, { parts, url });
}

async function findChangeRequest(
  db: Kysely<Database>,
  { data }: EventBody,
): Promise<NamedChangeRequest | undefined> {
  if (data.changeRequest === undefined || data.space === undefined) return undefined;
  return db
    .selectFrom('change_requests')
    .select(['number', 'subject'])
    .where('id', '=', data.changeRequest)
    .where('organization_id', '=', data.organization)
    .where('space_id', '=', data.space)
    .executeTakeFirst();
}

async function loadNames(
  db: Kysely<Database>,
  { data }: EventBody,
  changeRequest: NamedChangeRequest | undefined,
): Promise<ChatNames> {
  const { organization: organizationId, target, actor, space } = data;
  const ids = [actor, space, target?.id].filter((id) => id !== undefined);
  const [names, { title }, targetName] = await Promise.all([
    findNames(db, organizationId, ids),
    db.selectFrom('organizations').select('title').where('id', '=', organizationId).executeTakeFirstOrThrow(),
    findTargetName(db, organizationId, target),
  ]);
  const nameOf = (id: string | undefined) => (id === undefined ? undefined : names.get(id));
  return {
    targetKind: target?.kind ?? 'organization',
    isInChangeRequest: data.changeRequest !== undefined,
    isSelf: actor !== undefined && actor === target?.id,
    organization: title,
    actor: nameOf(actor),
    space: nameOf(space),
    changeRequest: changeRequest?.subject,
    target: targetName ?? nameOf(target?.id),
  };
}

/** The names of targets that the audit log does not name by id, or names by another one. */
async function findTargetName(
  db: Kysely<Database>,
  organizationId: string,
  target: EventTarget | undefined,
): Promise<string | undefined> {
  if (target?.kind === 'custom-field') {
    const field = await db
      .selectFrom('custom_fields')
      .select(['title', 'name'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', target.id)
      .executeTakeFirst();
    return field?.title ?? field?.name;
  }
  if (target?.kind === 'openapi-spec') {
    const specification = await db
      .selectFrom('api_specs')
      .select('slug')
      .where('organization_id', '=', organizationId)
      .where('id', '=', target.id)
      .executeTakeFirst();
    return specification?.slug;
  }
  if (target?.kind.startsWith('site-')) return findSiteTitle(db, organizationId, target);
  return undefined;
}

/** Of a part of a site the name of the site: its own may be that of a space. */
async function findSiteTitle(
  db: Kysely<Database>,
  organizationId: string,
  { kind, id }: EventTarget,
): Promise<string> {
  const tables = {
    'site-section': 'site_sections',
    'site-section-group': 'site_section_groups',
    'site-space': 'site_spaces',
  } as const;
  const table = tables[kind as keyof typeof tables];
  const site = await db
    .selectFrom('sites')
    .select('title')
    .where('organization_id', '=', organizationId)
    .where('id', '=', (query) => query.selectFrom(table).select('site_id').where('id', '=', id))
    .executeTakeFirst();
  return site?.title ?? '';
}

/** The screen of the nearest thing that has one. */
function pathOf({ data }: EventBody, changeRequest: NamedChangeRequest | undefined): string {
  const { organization, target, space } = data;
  const base = `/o/${organization}`;
  if (space !== undefined) {
    const path = `${base}/spaces/${space}`;
    return changeRequest === undefined ? path : `${path}/changes/${changeRequest.number}`;
  }
  const screens: Record<string, string> = { collection: 'collections', site: 'sites', team: 'teams' };
  const screen = target && screens[target.kind];
  return screen === undefined ? base : `${base}/${screen}/${target?.id}`;
}

/** What a webhook would send of an event, with an invented subject. */
export async function previewMessage(
  context: MessageContext,
  settings: { organizationId: string; userId: string; format: WebhookPreview['format']; now: Date },
  { type, spaceId }: { type: ChatKind; spaceId: string | undefined },
): Promise<WebhookPreview> {
  const { organizationId, userId, format, now } = settings;
  const space = await findPreviewSpace(context.db, organizationId, spaceId);
  const isInChangeRequest = /^(?:change_request|review|suggestion)\./.test(type);
  const event = toEventBody({
    kind: type,
    at: now,
    organizationId,
    targetKind: targetKindOf(type),
    targetId: EXAMPLE_ID,
    spaceId: isInChangeRequest || /^(?:comment|space)\./.test(type) ? (space?.id ?? EXAMPLE_ID) : null,
    changeRequestId: isInChangeRequest ? EXAMPLE_ID : null,
    actorId: userId,
  });
  const head = { object: 'webhook-preview', format, type } as const;
  if (format === 'standard') return { ...head, body: JSON.stringify(event) };
  const changeRequest = isInChangeRequest ? { number: 1, subject: 'Example change request' } : undefined;
  const names = await loadNames(context.db, event, changeRequest);
  const parts = composeSentence(type, {
    ...names,
    space: space?.title ?? 'Example space',
    target: 'Example',
  });
  const url = appUrl(context, pathOf(event, changeRequest));
  return { ...head, text: plainText({ parts }), body: formatChatMessage(format, { parts, url }) };
}

const EXAMPLE_ID = '00000000000000000000';

/** The kind of target that events of a kind have, as the audit log names it. */
function targetKindOf(type: ChatKind): string {
  const [noun = ''] = type.split('.');
  const kinds: Record<string, string> = {
    change_request: 'change-request',
    review: 'change-request',
    suggestion: 'change-request',
    custom_field: 'custom-field',
    specification: 'openapi-spec',
    content: 'organization',
    webhook: 'organization',
  };
  return kinds[noun] ?? noun;
}

/** The space that was asked for, or the oldest one. Throws 404 for one of another organization. */
async function findPreviewSpace(db: Kysely<Database>, organizationId: string, spaceId: string | undefined) {
  const query = db
    .selectFrom('spaces')
    .select(['id', 'title'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null);
  if (spaceId === undefined) return query.orderBy('created_at').orderBy('id').limit(1).executeTakeFirst();
  const space = await query.where('id', '=', spaceId).executeTakeFirst();
  if (!space) throw notFound('space');
  return space;
}
