import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { previewSpaceGitBranchMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { shortCommit } from '#src/domain/commits/short-commit.ts';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';
import { branchesOf, branchPreviewQueries } from './queries.ts';

/** More are found by more letters. */
const maxOptions = 50;

/** Chooses a branch of the repository to be shown on the sites of a space. */
export function ViewBranchDialog({ spaceId, onClose }: { spaceId: string; onClose: () => void }) {
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim());
  const { data, error: listError } = useQuery(branchesOf(spaceId));
  const { mutateAsync, isPending, error } = useApiMutation(previewSpaceGitBranchMutation(), {
    invalidates: branchPreviewQueries(spaceId),
  });
  const branches = (data?.branches ?? []).filter(({ name }) =>
    name.toLowerCase().includes(wanted.toLowerCase()),
  );
  const isListed = wanted === '' || branches.some(({ name }) => name === wanted);
  const listProblem = listError ? errorMessage(listError) : data?.error;
  const view = async (branch: string): Promise<void> => {
    try {
      await mutateAsync({ path: { spaceId }, body: { branch } });
    } catch {
      // The dialog stays open and says why.
      return;
    }
    onClose();
    toast(`Reading “${branch}”`);
  };
  return (
    <Dialog
      title="View branch"
      description="Members see it on the sites of this space. Nothing of the space changes."
      onClose={onClose}
    >
      {error && (
        <Callout tone="danger" urgent className="mb-3">
          {errorMessage(error)}
        </Callout>
      )}
      {listProblem !== undefined && (
        <Callout tone="warning" className="mb-3" title="The repository lists no branches">
          {listProblem}
        </Callout>
      )}
      <PickList
        label="Branch"
        query={query}
        onQuery={setQuery}
        pending={isPending || wanted !== query.trim() || (!data && !listError)}
        empty={
          listProblem !== undefined
            ? 'Enter the name of a branch.'
            : data
              ? 'The repository has no other branch. Enter the name of one.'
              : 'Asking the repository…'
        }
        options={[
          ...branches.slice(0, maxOptions).map(({ name, commit }) => ({
            id: name,
            content: (
              <>
                <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
                <code className="text-xs text-ink-soft">{shortCommit(commit)}</code>
              </>
            ),
          })),
          ...(isListed ? [] : [{ id: wanted, content: <bdi className="truncate">View “{wanted}”</bdi> }]),
        ]}
        onPick={(branch) => void view(branch)}
      />
    </Dialog>
  );
}
