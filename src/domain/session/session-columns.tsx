import type { ApiToken, Session } from '#api/generated/types.gen.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import type { Column } from '#src/components/table/data-table.tsx';
import { relativeTime } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { deviceLabel, methodLabel } from './session-labels.ts';

/** Columns of sessions. */
export const deviceColumn: Column<Session> = {
  id: 'device',
  header: 'Device',
  cell: (session) => (
    <span className="two-lines">
      {deviceLabel(session)}
      {/* The other cells need the lines that a phone has for it. */}
      <span className="max-sm:hidden">{`\nSigned in ${relativeTime(session.createdAt)}`}</span>
    </span>
  ),
  tipTime: ({ createdAt }) => createdAt,
};

export const methodColumn: Column<Session> = {
  id: 'method',
  header: 'Sign-in',
  width: '8rem',
  phone: 'aside',
  cell: ({ method }) => methodLabel(method),
};

const lastSeen: Column<Session> = timeColumn({
  id: 'seen',
  header: 'Last seen',
  width: '7rem',
  time: ({ lastSeenAt }) => lastSeenAt,
  event: 'Seen',
});

/** The caller's own session is in use. */
export const seenColumn: Column<Session> = {
  ...lastSeen,
  cell: (session) => (session.current ? <Badge tone="accent">This session</Badge> : lastSeen.cell(session)),
  before: (session) => (session.current ? undefined : lastSeen.before?.(session)),
};

/** Columns of API tokens. */
export const tokenNameColumn: Column<ApiToken> = {
  id: 'name',
  header: 'Name',
  cell: ({ name }) => (
    <span dir="auto" className="truncate">
      {name}
    </span>
  ),
};

export const usedColumn: Column<ApiToken> = timeColumn({
  id: 'used',
  header: 'Last used',
  time: ({ lastUsedAt }) => lastUsedAt,
  absent: 'Never',
  event: 'Used',
});

export const expiresColumn: Column<ApiToken> = timeColumn({
  id: 'expires',
  header: 'Expires',
  time: ({ expiresAt }) => expiresAt,
  absent: 'Never',
  phone: 'hidden',
});
