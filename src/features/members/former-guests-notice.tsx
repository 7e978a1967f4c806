import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Organization } from '#api/generated/types.gen.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { buttonStyle } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { formerGuestsOf } from './former-guests-queries.ts';
import type { MemberSearch } from './queries.ts';

interface FormerGuestsNoticeProps {
  organization: Organization;
  search: MemberSearch;
}

/** Reminds administrators of guests who see less since an upgrade of the server, until they have decided. */
export function FormerGuestsNotice({ organization, search }: FormerGuestsNoticeProps) {
  // It fails where the server has no such list: then there is nothing to decide.
  const { data } = useInfiniteQuery({
    ...formerGuestsOf(organization.id),
    enabled: organization.permissions.admin,
  });
  const count = data?.pages[0]?.count ?? 0;
  if (count === 0) return null;
  return (
    <Callout
      tone="warning"
      className="mb-4"
      action={
        <Link
          to="/o/$organizationId/members/former-guests"
          params={{ organizationId: organization.id }}
          search={search}
          className={buttonStyle('neutral', 'small')}
        >
          Review
        </Link>
      }
    >
      {`${formatCount(count, 'guest')} can’t see spaces any more that they saw by default levels.`}
    </Callout>
  );
}
