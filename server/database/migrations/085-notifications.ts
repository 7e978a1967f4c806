import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * What people are told (decision 280): a notification for each person and subject, and the events that it stands for.
 * `shown_at` is when it last came to the inbox, which is the order of lists.
 */
const STATEMENTS = `
create table notifications (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  organization_id text not null,
  subject_kind text not null,
  subject_id text not null,
  readers text not null,
  content_id text,
  reason text not null,
  reasons text[] not null,
  count integer not null default 1,
  actor_ids text[] not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  shown_at timestamptz(3) not null,
  read_at timestamptz(3),
  done_at timestamptz(3),
  snoozed_until timestamptz(3),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade,
  unique (user_id, organization_id, subject_kind, subject_id)
);
create index notifications_shown on notifications (user_id, shown_at, id);
create index notifications_unread on notifications (user_id, shown_at) where read_at is null;
create index notifications_member on notifications (organization_id, user_id);
create index notifications_old on notifications (updated_at);

create table notification_events (
  user_id text not null references users (id) on delete cascade,
  event_id text not null,
  notification_id text not null references notifications (id) on delete cascade,
  reason text not null,
  action text not null,
  actor_id text,
  comment_id text,
  detail text,
  at timestamptz(3) not null,
  primary key (user_id, event_id)
);
create index notification_events_at on notification_events (notification_id, at, event_id);

create table notification_settings (
  user_id text not null references users (id) on delete cascade,
  organization_id text references organizations (id) on delete cascade,
  deliveries jsonb not null default '{}',
  updated_at timestamptz(3) not null default now()
);
create unique index notification_settings_user on notification_settings (user_id, coalesce(organization_id, ''));
create index notification_settings_organization on notification_settings (organization_id)
  where organization_id is not null;

create table subscriptions (
  user_id text not null references users (id) on delete cascade,
  organization_id text not null,
  subject_kind text not null,
  subject_id text not null,
  state text not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, subject_kind, subject_id),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index subscriptions_created on subscriptions (user_id, created_at, subject_id);
create index subscriptions_subject on subscriptions (subject_kind, subject_id);
create index subscriptions_member on subscriptions (organization_id, user_id);

create table announced_ends (
  subject_kind text not null,
  subject_id text not null,
  ends_at timestamptz(3) not null,
  announced_at timestamptz(3) not null default now(),
  primary key (subject_kind, subject_id, ends_at)
);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
