import type { Team } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { Detail, Details } from '#src/components/layout/record.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { Time } from '#src/ui/time.tsx';

/** Details of a team, with the number of members at present. */
export function TeamDetails({ team, members }: { team: Team; members: number }) {
  return (
    <Details>
      <Detail name="Members">{formatNumber(members)}</Detail>
      <Detail name="Spaces" explanation="Members get this access.">
        {formatNumber(team.spaces)}
      </Detail>
      <Detail name="Created">
        <Time value={team.createdAt} />
      </Detail>
      <Detail name="Team ID" action={<CopyButton text={team.id} what="team ID" size="small" />}>
        <code className="font-mono text-xs">{team.id}</code>
      </Detail>
    </Details>
  );
}
