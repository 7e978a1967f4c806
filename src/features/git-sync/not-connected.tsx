import { GitBranch } from 'lucide-react';
import type { Space } from '#api/generated/types.gen.ts';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ConnectForm } from './connect-form.tsx';

interface NotConnectedProps {
  space: Space;
  denialReason: string | undefined;
}

/** What Git Sync is, and the form that connects the space. */
export function NotConnected({ space, denialReason }: NotConnectedProps) {
  const { gitSync } = space;
  return (
    <div className="flex flex-col gap-4">
      {gitSync && (
        <Callout title="An example of a connection" className="max-w-xl">
          The demonstration shows this space as if it were connected with{' '}
          <bdi>{gitSync.repoName ?? gitSync.url ?? 'a repository'}</bdi>. Nothing is read from there or
          written to it.
        </Callout>
      )}
      {denialReason === undefined ? (
        <>
          <p className="max-w-xl text-ink-soft">
            With Git Sync, this space and a branch of a repository have the same text. Commits become
            revisions, and changes here become commits. Files that nobody edited stay as they are.
          </p>
          <ConnectForm spaceId={space.id} />
        </>
      ) : (
        <EmptyState icon={<GitBranch />} title="Not connected with a repository">
          {denialReason}
        </EmptyState>
      )}
    </div>
  );
}
