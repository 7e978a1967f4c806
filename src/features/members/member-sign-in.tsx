import { KeyRound, LogOut, MonitorSmartphone, Trash2 } from 'lucide-react';
import {
  endMemberSessionMutation,
  listMemberSessionsInfiniteOptions,
  listMemberTokensInfiniteOptions,
  revokeMemberTokenMutation,
  signOutMemberMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { ApiToken, Member, Session } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions, useList } from '#src/api/paging.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { Section } from '#src/components/layout/record.tsx';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import {
  deviceColumn,
  expiresColumn,
  methodColumn,
  seenColumn,
  tokenNameColumn,
  usedColumn,
} from '#src/domain/session/session-columns.tsx';
import { deviceLabel } from '#src/domain/session/session-labels.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

type MemberPath = { organizationId: string; userId: string };

export const sessionsOfMember = (path: MemberPath) =>
  pagedOptions(listMemberSessionsInfiniteOptions({ path, query: { limit: pageSize } }));

export const tokensOfMember = (path: MemberPath) =>
  pagedOptions(listMemberTokensInfiniteOptions({ path, query: { limit: pageSize } }));

const sessionColumns: readonly Column<Session>[] = [deviceColumn, methodColumn, seenColumn];
const tokenColumns: readonly Column<ApiToken>[] = [tokenNameColumn, usedColumn, expiresColumn];

interface MemberSignInProps {
  organizationId: string;
  member: Member;
}

/**
 * The sessions and API tokens that open the organization for a member. For administrators, who can end them.
 */
export function MemberSignIn(props: MemberSignInProps) {
  return (
    <div className="pt-4">
      <MemberSessions {...props} />
      <MemberTokens {...props} />
    </div>
  );
}

function MemberSessions({ organizationId, member }: MemberSignInProps) {
  const path = { organizationId, userId: member.id };
  const { displayName } = member.user;
  const sessions = useList(sessionsOfMember(path));
  const end = useApiMutation(endMemberSessionMutation(), { invalidates: ['listMemberSessions'] });
  const signOut = useApiMutation(signOutMemberMutation(), { invalidates: ['listMemberSessions'] });
  const askToEnd = async (session: Session) => {
    const isEnded = await confirm({
      title: `End the session on ${deviceLabel(session)}?`,
      body: 'It no longer opens this organization.',
      confirmLabel: 'End session',
      tone: 'danger',
      action: () => end.mutateAsync({ path: { ...path, sessionId: session.id } }),
    });
    if (isEnded) toast('Session ended');
  };
  const askToSignOut = async () => {
    const isDone = await confirm({
      title: `Sign out ${displayName}?`,
      body: 'Their sessions don’t open this organization anymore. API tokens stay.',
      confirmLabel: 'Sign out',
      tone: 'danger',
      action: () => signOut.mutateAsync({ path }),
    });
    if (isDone) toast(`Signed out ${displayName}`);
  };
  return (
    <Section title="Sessions">
      <DataTable
        label={`Sessions of ${displayName}`}
        noun="session"
        list={sessions}
        columns={sessionColumns}
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
                  onSelect: () => void askToEnd(session),
                },
              ]
        }
        empty={
          <EmptyState
            icon={<MonitorSmartphone />}
            title="No sessions"
            className="rounded-lg border border-line"
          >
            No session opens this organization for {displayName}.
          </EmptyState>
        }
      />
      {sessions.items.some(({ current }) => !current) && (
        <Button className="mt-3" icon={<LogOut />} onClick={() => void askToSignOut()}>
          Sign out {displayName}…
        </Button>
      )}
    </Section>
  );
}

function MemberTokens({ organizationId, member }: MemberSignInProps) {
  const path = { organizationId, userId: member.id };
  const { displayName } = member.user;
  const tokens = useList(tokensOfMember(path));
  const revoke = useApiMutation(revokeMemberTokenMutation(), {
    invalidates: ['listMemberTokens', 'listMemberSessions'],
  });
  const askToRevoke = async ({ id, name }: ApiToken) => {
    const isRevoked = await confirm({
      title: `Revoke API token “${name}”?`,
      body: 'Programs that use it can’t access this organization anymore. You can’t undo this.',
      confirmLabel: 'Revoke token',
      tone: 'danger',
      action: () => revoke.mutateAsync({ path: { ...path, tokenId: id } }),
    });
    if (isRevoked) toast(`Revoked API token “${name}”`);
  };
  return (
    <Section title="API tokens">
      <DataTable
        label={`API tokens of ${displayName}`}
        noun="API token"
        list={tokens}
        columns={tokenColumns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowMenu={(token) => [
          { label: 'Revoke…', icon: <Trash2 />, tone: 'danger', onSelect: () => void askToRevoke(token) },
        ]}
        empty={
          <EmptyState icon={<KeyRound />} title="No API tokens" className="rounded-lg border border-line">
            No API token of {displayName} accesses this organization.
          </EmptyState>
        }
      />
    </Section>
  );
}
