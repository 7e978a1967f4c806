import type { Generated } from 'kysely';

/** Addresses that are told what happens in an organization. */
interface WebhooksTable {
  id: string;
  organization_id: string;
  /** Of a chat the host alone: `slack://hooks.slack.com/`. */
  url: string;
  /** `standard`, or the name of a chat. */
  format: Generated<string>;
  /** The address of a chat, encrypted; empty for `standard`. */
  address: Generated<string>;
  title: string | null;
  events: string[];
  /** Null for events of all spaces and of the organization. */
  space_ids: string[] | null;
  /** Encrypted; empty for a chat. */
  secret: string;
  /** Encrypted; empty where there is none. */
  previous_secret: Generated<string>;
  previous_secret_expires_at: Date | null;
  enabled: Generated<boolean>;
  disabled_reason: string | null;
  /** Null unless every attempt since then has failed. */
  failing_since: Date | null;
  /** When the audit log told of it. */
  failure_reported_at: Date | null;
  /** Its receiver asked for a pause. */
  paused_until: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Events on their way to webhooks. */
interface WebhookDeliveriesTable {
  id: string;
  /** In the order of events. */
  seq: Generated<number>;
  webhook_id: string;
  event_id: string;
  type: string;
  /** First attempts of one subject are made in order. */
  subject: string;
  /** The bytes that are signed. */
  body: string;
  /** What a chat was sent last. */
  message: string | null;
  state: Generated<string>;
  attempts: Generated<number>;
  first_attempted_at: Date | null;
  next_attempt_at: Date | null;
  /** While a server sends it. */
  locked_until: Date | null;
  answered_at: Date | null;
  duration_ms: number | null;
  answer_status: number | null;
  answer_body: string | null;
  error: string | null;
  created_at: Generated<Date>;
}

/** Webhooks, and what is on its way to them. */
export interface WebhookTables {
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
