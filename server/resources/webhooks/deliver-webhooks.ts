import { type Kysely, sql, type Transaction } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { recordAudit } from '#server/audit/audit.ts';
import type { Clock } from '#server/base/clock.ts';
import type { SecretKeys } from '#server/base/secret-keys.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { writeChatMessage } from './chat-message.ts';
import { giveUpPending, nameOf } from './webhooks.queries.ts';
import { type DeliveryRow, signDelivery, type WebhookRow, webhookSecretPlace } from './webhooks.rules.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a receiver may take. */
const TIMEOUT_MS = 15 * SECOND_MS;
/** A server that sends a delivery has ended if it has not noted the outcome by then. */
const LOCK_MS = 60 * SECOND_MS;
/** Attempts of this server at the same time: enough that eight slow receivers leave some to others. */
const LANES = 40;
/** How often a server that is sending looks for what has become due. */
const POLL_MS = 250;
/** Attempts at the same time for one webhook: one slow receiver must not take all lanes. */
const LANES_OF_ONE = 4;
/** Of the due deliveries of a webhook, the first so many are looked at: those of one subject wait for each other. */
const CANDIDATES = 200;

/** Waits between attempts, in seconds: two days in all. */
const WAITS = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 72_000];
/** Waits are longer by up to this part of them, so that what failed together does not come back together. */
const JITTER = 0.1;
/** No receiver can ask for a longer wait. */
const MAX_RETRY_AFTER_MS = DAY_MS;
/** Statuses that ask for fewer requests, and how long nothing is sent if the answer does not say it. */
const SLOW_DOWN_STATUSES = new Set([429, 502, 503, 504]);
const SLOW_DOWN_MS = 5 * SECOND_MS;

/** A webhook that has failed for so long is reported in the audit log, */
const REPORTED_FAILING_MS = DAY_MS;
/** and switched off. */
const MAX_FAILING_MS = 5 * DAY_MS;

/** So much of an answer is read and kept. */
const MAX_ANSWER_BYTES = 2048;

export interface DeliveryContext {
  db: Kysely<Database>;
  fetcher: Pick<Fetcher, 'send'>;
  secretKeys: SecretKeys;
  clock: Clock;
  /** The public URL of the console, which messages of chats link to. */
  publicUrl: string;
}

/** What an attempt sends, and where. */
interface DeliveryRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The outcome of an attempt. */
interface Attempt {
  durationMs: number;
  status: number | null;
  body: string | null;
  error: string | null;
  retryAfterMs: number | undefined;
}

/**
 * Sends what is due until nothing is, or until `isStopping`. Looks for more while attempts run, so that no receiver waits
 * for the slowest one. Returns the number of attempts.
 */
export async function deliverWebhooks(
  context: DeliveryContext,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for (let attempts = 0; ;) {
    const isOpen = running.size < LANES && failures.length === 0 && !isStopping();
    const delivery = isOpen ? await claimDelivery(context.db, context.clock.now()) : undefined;
    if (delivery) {
      attempts += 1;
      const sending: Promise<void> = attempt(context, delivery)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(sending));
      running.add(sending);
    } else if (running.size > 0) {
      await Promise.race([...running, wait(POLL_MS, undefined, { ref: false })]);
    } else if (failures.length > 0) {
      throw failures[0];
    } else {
      return attempts;
    }
  }
}

/**
 * Claims the delivery that has been due for longest. The first attempt waits until earlier events of its subject had
 * theirs; later attempts wait for nothing, so that one event that is refused does not hold back the others. Each webhook
 * is looked at by itself: one that is paused, slow or far behind holds back no other.
 */
async function claimDelivery(db: Kysely<Database>, now: Date): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    update webhook_deliveries set attempts = attempts + 1, locked_until = ${new Date(now.getTime() + LOCK_MS)}
    where id = (
      select claimed.id from webhooks
      cross join lateral (
        select due.id, due.next_attempt_at, due.seq from (
          select id, seq, subject, next_attempt_at, first_attempted_at from webhook_deliveries
          where webhook_id = webhooks.id and state = 'pending' and next_attempt_at <= ${now}
            and (locked_until is null or locked_until < ${now})
          order by next_attempt_at, seq limit ${CANDIDATES}::int) due
        where due.first_attempted_at is not null or not exists (
          select from webhook_deliveries earlier
          where earlier.webhook_id = webhooks.id and earlier.subject = due.subject and earlier.seq < due.seq
            and earlier.state = 'pending' and earlier.first_attempted_at is null)
        order by due.next_attempt_at, due.seq limit ${LANES_OF_ONE}::int) ready
      join webhook_deliveries claimed on claimed.id = ready.id
      where webhooks.enabled and (webhooks.paused_until is null or webhooks.paused_until <= ${now})
        and (select count(*) from webhook_deliveries busy
          where busy.webhook_id = webhooks.id and busy.locked_until > ${now}) < ${LANES_OF_ONE}::int
      order by ready.next_attempt_at, ready.seq limit 1 for update of claimed skip locked)
      and state = 'pending' and (locked_until is null or locked_until < ${now})
    returning *`.execute(db);
  return rows[0];
}

async function attempt(context: DeliveryContext, delivery: DeliveryRow): Promise<void> {
  const { db, clock } = context;
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', delivery.webhook_id)
    .executeTakeFirst();
  // Deleted in between, with its deliveries.
  if (!webhook) return;
  const body =
    webhook.format === 'standard' ? delivery.body : await writeChatMessage(context, webhook, delivery);
  if (body === undefined) return dropDelivery(db, delivery, clock.now());
  const outcome = await send(context, webhook, { ...delivery, body });
  const message = webhook.format === 'standard' ? null : body;
  await noteOutcome(db, { ...delivery, message }, outcome, clock.now());
}

/** Gives up what the webhook has left out since the event. Nothing was sent, so it has not failed either. */
async function dropDelivery(db: Kysely<Database>, { id }: DeliveryRow, now: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({
      state: 'failed',
      next_attempt_at: null,
      locked_until: null,
      answered_at: now,
      duration_ms: 0,
      answer_status: null,
      answer_body: null,
      error: 'Not sent: the webhook leaves out this kind of event or this space.',
    })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

async function send(
  { fetcher, secretKeys, clock }: DeliveryContext,
  webhook: WebhookRow,
  delivery: DeliveryRow,
): Promise<Attempt> {
  const begun = performance.now();
  const outcome = { status: null, body: null, error: null, retryAfterMs: undefined };
  const durationMs = () => Math.round(performance.now() - begun);
  try {
    const request = toRequest(webhook, delivery, secretKeys, clock.now());
    const { status, headers, body } = await fetcher.send(request.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'bindery-webhook',
        ...request.headers,
      },
      body: request.body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      cutsBody: true,
    });
    // PostgreSQL stores no zero characters.
    const text = body.toString('utf8').replaceAll('\0', '');
    const retryAfterMs = parseRetryAfter(headers['retry-after'], clock.now());
    return { ...outcome, durationMs: durationMs(), status, body: text, retryAfterMs };
  } catch (error) {
    const message =
      error instanceof FetchError ? error.message : "The server can't read the secret of this webhook.";
    return { ...outcome, durationMs: durationMs(), error: message };
  }
}

/** A chat has its address as a secret, and reads no signatures. */
function toRequest(
  webhook: WebhookRow,
  delivery: DeliveryRow,
  secretKeys: SecretKeys,
  now: Date,
): DeliveryRequest {
  const { body } = delivery;
  if (webhook.format !== 'standard') {
    const url = secretKeys.decrypt(webhook.address, webhookSecretPlace(webhook.id, 'address'));
    return { url, headers: {}, body };
  }
  const headers = signDelivery(delivery, validSecrets(webhook, secretKeys, now), now);
  return { url: webhook.url, headers, body };
}

/** The present secret first, then the previous one for as long as it is valid. */
function validSecrets(webhook: WebhookRow, secretKeys: SecretKeys, now: Date): string[] {
  const { id, previous_secret: previous, previous_secret_expires_at: expiresAt } = webhook;
  const secrets = [secretKeys.decrypt(webhook.secret, webhookSecretPlace(id, 'secret'))];
  if (previous !== '' && expiresAt && expiresAt > now)
    secrets.push(secretKeys.decrypt(previous, webhookSecretPlace(id, 'previous_secret')));
  return secrets;
}

async function noteOutcome(
  db: Kysely<Database>,
  delivery: DeliveryRow,
  outcome: Attempt,
  now: Date,
): Promise<void> {
  const { status, retryAfterMs = 0 } = outcome;
  const isDelivered = status !== null && status >= 200 && status < 300;
  const seconds = WAITS[delivery.attempts - 1];
  const isOver = isDelivered || seconds === undefined;
  const jittered = (seconds ?? 0) * SECOND_MS * (1 + JITTER * Math.random());
  const nextAttemptAt = new Date(now.getTime() + Math.max(jittered, retryAfterMs));
  await inTransaction(db, async (trx) => {
    // The webhook first: whoever switches it off gives up its deliveries, and would wait for this one.
    if (isDelivered) await noteSuccess(trx, delivery.webhook_id);
    const failing = isDelivered ? undefined : await noteFailure(trx, delivery.webhook_id, outcome, now);
    await trx
      .updateTable('webhook_deliveries')
      .set({
        locked_until: null,
        first_attempted_at: delivery.first_attempted_at ?? now,
        answered_at: now,
        duration_ms: outcome.durationMs,
        answer_status: status,
        answer_body: outcome.body,
        error: outcome.error,
        message: delivery.message,
        // Of one that was given up while it was sent, the answer is kept and the state stays.
        state: sql<string>`case when state = 'pending' then ${isDelivered ? 'delivered' : isOver ? 'failed' : 'pending'} else state end`,
        next_attempt_at: sql<Date | null>`case when state = 'pending' then ${isOver ? null : nextAttemptAt}::timestamptz end`,
      })
      .where('id', '=', delivery.id)
      .execute();
    if (failing) await judgeFailing(trx, failing, status, now);
  });
}

/** A write only where there was a failure: webhooks are not locked by each delivery. */
async function noteSuccess(db: Kysely<Database>, webhookId: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ failing_since: null, failure_reported_at: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute();
}

/** The webhook, which stays locked; undefined where it is switched off. */
function noteFailure(
  trx: Transaction<Database>,
  webhookId: string,
  { status, retryAfterMs }: Attempt,
  now: Date,
): Promise<WebhookRow | undefined> {
  const isSlowedDown = status !== null && SLOW_DOWN_STATUSES.has(status);
  const pausedUntil = new Date(now.getTime() + (retryAfterMs ?? SLOW_DOWN_MS));
  return trx
    .updateTable('webhooks')
    .set({
      failing_since: sql<Date>`coalesce(failing_since, ${now})`,
      ...(isSlowedDown && { paused_until: pausedUntil }),
    })
    .where('id', '=', webhookId)
    .where('enabled', '=', true)
    .returningAll()
    .executeTakeFirst();
}

/** Tells of a webhook that has failed for long, or switches it off. */
async function judgeFailing(
  trx: Transaction<Database>,
  webhook: WebhookRow,
  status: number | null,
  now: Date,
): Promise<void> {
  const failingMs = now.getTime() - (webhook.failing_since ?? now).getTime();
  if (status === 410) await switchOff(trx, webhook, 'gone');
  else if (failingMs >= MAX_FAILING_MS) await switchOff(trx, webhook, 'failing');
  else if (failingMs >= REPORTED_FAILING_MS) await reportFailing(trx, webhook, now);
}

/** Once for each time that it fails. A server of the version before leaves the mark of a former time. */
async function reportFailing(trx: Transaction<Database>, webhook: WebhookRow, now: Date): Promise<void> {
  const { id, organization_id: organizationId, failing_since: since, failure_reported_at: at } = webhook;
  if (since === null || (at !== null && at >= since)) return;
  await trx.updateTable('webhooks').set({ failure_reported_at: now }).where('id', '=', id).execute();
  await recordAudit(trx, {
    organizationId,
    actor: null,
    action: 'reportFailingWebhook',
    targetKind: 'webhook',
    targetId: id,
    summary: `Every attempt of the webhook ${nameOf(webhook)} has failed for a day.`,
    after: { failingSince: since.toISOString() },
  });
}

/** The audit log tells administrators. */
async function switchOff(
  trx: Transaction<Database>,
  webhook: WebhookRow,
  reason: 'gone' | 'failing',
): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ enabled: false, disabled_reason: reason })
    .where('id', '=', webhook.id)
    .execute();
  await giveUpPending(trx, webhook.id);
  await recordAudit(trx, {
    organizationId: webhook.organization_id,
    actor: null,
    action: 'disableWebhook',
    targetKind: 'webhook',
    targetId: webhook.id,
    summary:
      reason === 'gone'
        ? `Switched off the webhook ${nameOf(webhook)}: its receiver answered that it is gone.`
        : `Switched off the webhook ${nameOf(webhook)}: every attempt has failed for five days.`,
    after: { reason },
  });
}

/** Seconds or a date, as the header has it; undefined if it has neither. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined || header === '') return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}
