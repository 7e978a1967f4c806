import { KeyRound } from 'lucide-react';
import type { GitConnection, SiteGitConnection } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { Detail, Details } from '#src/components/layout/record.tsx';
import { CommitLink } from '#src/domain/commits/commit-link.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Time } from '#src/ui/time.tsx';
import { stateLabel } from './labels.ts';
import type { ConnectionFormName } from './queries.ts';

interface DetailsProps {
  connection: GitConnection | SiteGitConnection;
  denialReason: string | undefined;
  onForm: (form: ConnectionFormName) => void;
}

/** What a space or a site is connected with, and since when both sides are equal. */
export function ConnectionDetails({ connection, denialReason, onForm }: DetailsProps) {
  const { url, branch, directory, state, commit, syncedAt, nextSyncAt, createdBy, createdAt, urls } =
    connection;
  const { name, tone } = stateLabel(state);
  return (
    <Details>
      <Detail name="State">
        <Badge tone={tone}>{name}</Badge>
      </Detail>
      <Detail name="Repository" action={<CopyButton text={url} what="address" size="small" />}>
        {urls.repository === undefined ? (
          url
        ) : (
          <a href={urls.repository} target="_blank" rel="noreferrer" className="link">
            {url}
          </a>
        )}
      </Detail>
      <Detail name="Branch">
        <code className="text-xs">{branch}</code>
      </Detail>
      <Detail name="Directory">
        {directory === '' ? 'Root of the repository' : <code className="text-xs">{directory}</code>}
      </Detail>
      {commit !== undefined && (
        <Detail
          name="Last commit"
          explanation={
            syncedAt !== undefined && (
              <>
                Both sides were equal <Time value={syncedAt} />.
              </>
            )
          }
        >
          <CommitLink oid={commit} url={urls.commit} />
        </Detail>
      )}
      {nextSyncAt !== undefined && (
        <Detail name="Next sync" explanation="And after each change here.">
          <Time value={nextSyncAt} />
        </Detail>
      )}
      <TokenDetail connection={connection} denialReason={denialReason} onForm={onForm} />
      <Detail name="Commits by" explanation={authorNotes[connection.authorEmails]}>
        Who made the change
      </Detail>
      <Detail name="Connected">
        <Time value={createdAt} />
        {createdBy && (
          <>
            {' '}
            by <bdi>{createdBy.displayName}</bdi>
          </>
        )}
      </Detail>
    </Details>
  );
}

/** Whether there is a token, until when, and the button that replaces it. */
function TokenDetail({ connection, denialReason, onForm }: DetailsProps) {
  return (
    <Detail
      name="Token"
      explanation={tokenNote(connection)}
      action={
        <Button
          size="small"
          disabledReason={denialReason}
          icon={<KeyRound />}
          onClick={() => onForm('token')}
        >
          Replace…
        </Button>
      }
    >
      {connection.hasToken ? 'Stored encrypted' : 'None'}
    </Detail>
  );
}

const authorNotes: Record<GitConnection['authorEmails'], string> = {
  'no-reply': 'With an address that receives no mail.',
  account: 'With the address of their account.',
};

function tokenNote({ hasToken, tokenEndsAt }: DetailsProps['connection']) {
  if (!hasToken) return 'Without one, only public repositories can be read, and nothing is written.';
  if (tokenEndsAt === undefined) return undefined;
  return (
    <>
      Ends <Time value={tokenEndsAt} />.
    </>
  );
}
