import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Plus, UserMinus } from 'lucide-react';
import { getMemberOptions, getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadPart } from '#src/api/parts.ts';
import { currentUser } from '#src/api/session/session.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { SideBySide } from '#src/components/layout/record.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { useMemberActions, useOptimisticRoles, useRoleChange } from '#src/features/members/actions.ts';
import { useListsSessions } from '#src/features/members/capabilities.ts';
import { MemberDetails } from '#src/features/members/details.tsx';
import { MemberBadges } from '#src/features/members/member-badges.tsx';
import { MemberSignIn, sessionsOfMember, tokensOfMember } from '#src/features/members/member-sign-in.tsx';
import { memberSpaceParams } from '#src/features/members/member-space-search.ts';
import { loadSpacesOfMember, MemberSpaces } from '#src/features/members/member-spaces.tsx';
import { MemberTeams, teamsOfMember } from '#src/features/members/member-teams.tsx';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Tabs } from '#src/ui/tabs.tsx';

const validateSearch = searchParams({ tab: choiceParam(['spaces', 'sign-in']), ...memberSpaceParams });

export const Route = createFileRoute('/_shell/o/$organizationId/members_/$userId')({
  validateSearch,
  loaderDeps: ({ search: { tab, q, sort, order } }) => ({ tab, q, sort, order }),
  loader: async ({ context: { queryClient }, params, deps: { tab, ...search } }) => {
    const member = queryClient.ensureQueryData(getMemberOptions({ path: params }));
    const teams = loadPart(queryClient.ensureInfiniteQueryData(teamsOfMember(params)));
    const spaces = loadSpacesOfMember(queryClient, params, search);
    const loadSignIn = () =>
      Promise.all([
        loadPart(queryClient.ensureInfiniteQueryData(sessionsOfMember(params))),
        loadPart(queryClient.ensureInfiniteQueryData(tokensOfMember(params))),
      ]);
    await Promise.all([member, tab === 'sign-in' ? loadSignIn() : tab === 'spaces' ? spaces : teams]);
  },
  component: MemberPage,
});

// oxlint-disable-next-line max-lines-per-function -- one screen: actions, details and tabs of a member in order of appearance
function MemberPage() {
  const path = Route.useParams();
  const { organizationId } = path;
  const search = Route.useSearch();
  const listsSessions = useListsSessions();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: cached } = useSuspenseQuery(getMemberOptions({ path }));
  const [member = cached] = useOptimisticRoles(organizationId, [cached]);
  const changeRole = useRoleChange(organization);
  const { requireSso, remove, revoke } = useMemberActions(organization, (left) => {
    void navigate(left ? { to: '/orgs' } : { to: '/o/$organizationId/members', params: { organizationId } });
  });
  const { user } = member;
  const isSelf = member.id === currentUser()?.id;
  const isRevocable = member.invitedAt !== undefined && !isSelf;
  const { admin, ownTeam } = organization.permissions;
  const hasSignIn = admin && listsSessions;
  const tab = search.tab === 'sign-in' && !hasSignIn ? 'teams' : (search.tab ?? 'teams');
  const addToTeam = linkOptions({
    to: '/o/$organizationId/members/$userId/add-to-team',
    params: path,
    search,
  });
  return (
    <Page
      title={user.displayName}
      layout="record"
      crumbs={[
        { label: 'Members', link: linkOptions({ to: '/o/$organizationId/members', params: path }) },
        { label: user.displayName },
      ]}
      leading={<Avatar name={user.displayName} src={user.photoURL} />}
      badges={<MemberBadges member={member} />}
      actions={
        <>
          <Button
            tone="quiet-danger"
            icon={<UserMinus />}
            disabledReason={reasonUnless(admin || isSelf, permissionReasons.administrator)}
            onClick={() => (isRevocable ? revoke(member) : remove(member))}
          >
            {isSelf ? 'Leave organization…' : isRevocable ? 'Revoke invitation…' : 'Remove…'}
          </Button>
          <LinkButton
            link={addToTeam}
            icon={<Plus />}
            disabledReason={reasonUnless(admin || ownTeam, permissionReasons.teamOwner)}
          >
            Add to team
          </LinkButton>
        </>
      }
    >
      <SideBySide
        side={
          <MemberDetails
            member={member}
            organization={organization}
            onRole={(role) => changeRole(member, role)}
            onRequireSso={() => requireSso(member)}
          />
        }
      >
        <Tabs
          label={`Teams, spaces and sign-in of ${user.displayName}`}
          value={tab}
          tabs={[
            { value: 'teams', label: 'Teams', count: member.teams },
            { value: 'spaces', label: 'Spaces', count: member.spaces },
            ...(hasSignIn ? [{ value: 'sign-in' as const, label: 'Sign-in' }] : []),
          ]}
          onChange={(next) => void navigate({ search: next === 'teams' ? {} : { tab: next }, replace: true })}
        >
          <PanelBoundary resetKey={`${member.id} ${tab}`}>
            {tab === 'spaces' && (
              <MemberSpaces
                organizationId={organizationId}
                member={member}
                search={search}
                onSearch={(next) => void navigate({ search: { tab, ...next }, replace: true })}
              />
            )}
            {tab === 'sign-in' && <MemberSignIn organizationId={organizationId} member={member} />}
            {tab === 'teams' && <MemberTeams organizationId={organizationId} member={member} />}
          </PanelBoundary>
        </Tabs>
      </SideBySide>
      <Outlet />
    </Page>
  );
}
