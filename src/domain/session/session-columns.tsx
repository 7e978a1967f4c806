import type { ApiToken, Session } from '#api/generated/types.gen.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import type { Column } from '#src/components/table/data-table.tsx';
import { lastSeenLabel, neverLabel, signInLabel } from '#src/lib/shared-labels.ts';
import { Badge } from '#src/ui/badge.tsx';
import { deviceLabel, methodLabel } from './session-labels.ts';

/** Columns of sessions. */
export const deviceColumn: Column<Session> = {
  id: 'device',
  header: 'Device',
  cell: (session) => (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate">{deviceLabel(session)}</span>
      {session.current && <Badge tone="accent">This session</Badge>}
    </span>
  ),
};

export const methodColumn: Column<Session> = {
  id: 'method',
  header: signInLabel,
  width: '8rem',
  phone: 'aside',
  cell: ({ method }) => methodLabel(method),
};

export const seenColumn: Column<Session> = timeColumn({
  id: 'seen',
  header: lastSeenLabel,
  time: ({ lastSeenAt }) => lastSeenAt,
  event: 'Seen',
});

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
  absent: neverLabel,
  event: 'Used',
});

export const expiresColumn: Column<ApiToken> = timeColumn({
  id: 'expires',
  header: 'Expires',
  time: ({ expiresAt }) => expiresAt,
  absent: neverLabel,
  phone: 'hidden',
});
