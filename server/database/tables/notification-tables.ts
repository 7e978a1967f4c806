import type { Generated } from 'kysely';
import type {
  NotificationDeliveries,
  NotificationReason,
  NotificationSubjectKind,
  SubscriptionState,
  SubscriptionSubjectKind,
} from '#api/generated/types.gen.ts';
import type { JsonWithDefault } from './columns.ts';

// The tables of migration 085: what people are told, and how.

/** What has happened to one subject, for one person. */
interface NotificationsTable {
  id: string;
  user_id: string;
  organization_id: string;
  subject_kind: NotificationSubjectKind;
  subject_id: string;
  /** Who may read it, checked whenever it is read: see `readable-notifications.ts`. */
  readers: string;
  /** The space or collection whose readers may read it. */
  content_id: string | null;
  /** The most important one since it was last read. */
  reason: NotificationReason;
  /** Those since it was last read, the most important first. */
  reasons: NotificationReason[];
  /** Events since it was last read. */
  count: Generated<number>;
  /** Since it was last read, latest first. */
  actor_ids: Generated<string[]>;
  /** Of the first event. */
  created_at: Date;
  /** Of the latest event. */
  updated_at: Date;
  /** When it last came to the inbox: by its latest event, or when its snooze ended. */
  shown_at: Date;
  read_at: Date | null;
  done_at: Date | null;
  snoozed_until: Date | null;
  /** Of migration 105: its last change, set by a trigger; null before. */
  changed_tx: Generated<string | null>;
  changed_at: Generated<Date | null>;
}

/** The events that notifications stand for: each person is told of an event once. */
interface NotificationEventsTable {
  user_id: string;
  event_id: string;
  notification_id: string;
  reason: NotificationReason;
  action: string;
  actor_id: string | null;
  comment_id: string | null;
  detail: string | null;
  at: Date;
  /** Of migration 087: the mail that told it, `daily` or `weekly` until that summary, `none`; null until it is decided. */
  mail_id: Generated<string | null>;
}

interface NotificationSettingsTable {
  user_id: string;
  /** Null for the settings of all organizations. */
  organization_id: string | null;
  /** What differs from the defaults. */
  deliveries: JsonWithDefault<Partial<NotificationDeliveries>>;
  /** The time zone of summaries. */
  time_zone: Generated<string | null>;
  updated_at: Generated<Date>;
}

interface SubscriptionsTable {
  user_id: string;
  organization_id: string;
  subject_kind: SubscriptionSubjectKind;
  subject_id: string;
  state: SubscriptionState;
  created_at: Generated<Date>;
}

/** Ends of certificates and tokens that people were told of. */
interface AnnouncedEndsTable {
  subject_kind: NotificationSubjectKind;
  subject_id: string;
  ends_at: Date;
  announced_at: Generated<Date>;
}

/** What people are told, and how. */
export interface NotificationTables {
  notifications: NotificationsTable;
  notification_events: NotificationEventsTable;
  notification_settings: NotificationSettingsTable;
  subscriptions: SubscriptionsTable;
  announced_ends: AnnouncedEndsTable;
}
