import { KeyRound, MonitorSmartphone, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { ApiToken, Session } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import {
  deviceColumn,
  expiresColumn,
  methodColumn,
  seenColumn,
  tokenNameColumn,
  usedColumn,
} from '#src/domain/session/session-columns.tsx';
import { deviceLabel } from '#src/domain/session/session-labels.ts';
import { describePlace } from '#src/domain/session/session-place.ts';
import { formatNameList } from '#src/lib/text/format.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useSessionActions, useTokenRevocation } from './actions.ts';

/** `address`: that of the caller's own session. */
const sessionColumns = (address: string | undefined): readonly Column<Session>[] => [
  deviceColumn,
  {
    id: 'place',
    header: 'Place',
    width: '11rem',
    cell: (session) => {
      const place = describePlace(session, { address, hostname: location.hostname });
      return place && <span className="two-lines">{place}</span>;
    },
  },
  { ...methodColumn, width: '7rem' },
  seenColumn,
];

/** The caller's sessions. */
export function SessionsTable({ list }: { list: List<Session> }) {
  const { end } = useSessionActions();
  const address = list.items.find(({ current }) => current)?.address;
  const columns = useMemo(() => sessionColumns(address), [address]);
  return (
    <DataTable
      label="Sessions"
      noun="session"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={deviceLabel}
      rowMenu={(session) =>
        session.current
          ? [{ heading: 'Use “Sign out” to end this session' }]
          : [
              {
                label: 'End session…',
                icon: <Trash2 />,
                tone: 'danger',
                onSelect: () => void end(session),
              },
            ]
      }
      empty={
        <EmptyState icon={<MonitorSmartphone />} title="No sessions">
          You use an API token.
        </EmptyState>
      }
    />
  );
}

const tokenColumns: readonly Column<ApiToken>[] = [
  tokenNameColumn,
  {
    id: 'organizations',
    header: 'Organizations',
    width: '11rem',
    from: 'md',
    phone: 'hidden',
    cell: ({ organizations }) =>
      organizations
        ? organizations.length > 0 && (
            <span className="truncate">
              {formatNameList(
                organizations.map(({ title }) => title),
                organizations.length,
              )}
            </span>
          )
        : 'All',
  },
  usedColumn,
  timeColumn({
    id: 'created',
    header: 'Created',
    from: 'lg',
    phone: 'hidden',
    time: ({ createdAt }) => createdAt,
  }),
  expiresColumn,
];

/** The caller's API tokens. */
export function TokensTable({ list, create }: { list: List<ApiToken>; create: ReactNode }) {
  const revoke = useTokenRevocation();
  return (
    <DataTable
      label="API tokens"
      noun="API token"
      list={list}
      columns={tokenColumns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rowMenu={(token) => [
        { label: 'Revoke…', icon: <Trash2 />, tone: 'danger', onSelect: () => void revoke(token) },
      ]}
      empty={
        <EmptyState icon={<KeyRound />} title="No API tokens yet" action={create}>
          Programs use them to act for you.
        </EmptyState>
      }
    />
  );
}
