import { Eye, GitBranch, Globe, RefreshCw, Trash2 } from 'lucide-react';
import {
  deleteSpaceGitBranchPreviewMutation,
  previewSpaceGitBranchMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { GitBranchPreview } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { Section } from '#src/components/layout/record.tsx';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { commitEntries } from '#src/domain/commits/commit-entries.tsx';
import { shortCommit } from '#src/domain/commits/short-commit.ts';
import { type SitePreviews, useSitePreviews, viewAsSiteLabel } from '#src/domain/published/view-as-site.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button, buttonStyle } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { MenuEntries } from '#src/ui/menu.ts';
import { branchPreviewLabels, describeBranchPreview } from './labels.ts';
import { branchPreviewQueries, branchPreviewsOf } from './queries.ts';

/** The name of the part of a row that opens the menu of sites. */
const SITES = 'sites';

const columns: readonly Column<GitBranchPreview>[] = [
  {
    id: 'branch',
    header: 'Branch',
    cell: (preview) => (
      <span className="min-w-0">
        <bdi className="block truncate">{preview.branch}</bdi>
        <bdi className="block truncate text-xs text-ink-soft">{describeBranchPreview(preview)}</bdi>
      </span>
    ),
    tip: describeBranchPreview,
  },
  {
    id: 'commit',
    header: 'Commit',
    width: '6rem',
    from: 'md',
    phone: 'hidden',
    cell: ({ commit }) => commit !== undefined && <code className="text-xs">{shortCommit(commit)}</code>,
  },
  {
    id: 'state',
    header: 'State',
    width: '7rem',
    phone: 'meta',
    cell: ({ state }) => (
      <Badge tone={branchPreviewLabels[state].tone}>{branchPreviewLabels[state].name}</Badge>
    ),
  },
  timeColumn({ id: 'time', header: 'Read', phone: 'meta', time: ({ updatedAt }) => updatedAt }),
  {
    id: 'sites',
    header: 'Preview',
    headerHidden: true,
    width: '4rem',
    phone: 'aside',
    cell: ({ branch, commit }) =>
      commit !== undefined && (
        <button
          type="button"
          data-row-menu={SITES}
          className={`${buttonStyle('quiet', 'small')} button-square`}
          aria-haspopup="menu"
          aria-expanded={false}
          aria-label={`${viewAsSiteLabel}: ${branch}`}
          data-tip={viewAsSiteLabel}
        >
          <Globe aria-hidden="true" />
        </button>
      ),
  },
];

interface BranchSectionProps {
  organizationId: string;
  spaceId: string;
  /** Why the caller may not ask for previews; undefined if they may. */
  denialReason: string | undefined;
  onView: () => void;
}

/** Branches beside the synchronized one, as the sites of the space would show them. */
export function BranchSection({ organizationId, spaceId, denialReason, onView }: BranchSectionProps) {
  const list = useList(branchPreviewsOf(spaceId));
  const previews = useSitePreviews(organizationId, spaceId);
  const menuOf = useBranchMenu({ spaceId, previews, denialReason });
  return (
    <Section
      title="Branches"
      action={
        <Button size="small" icon={<Eye />} disabledReason={denialReason} onClick={onView}>
          View branch…
        </Button>
      }
    >
      <DataTable
        label="Branches"
        noun="branch"
        nouns="branches"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ branch }) => branch}
        rowMenu={menuOf}
        empty={
          <EmptyState
            icon={<GitBranch />}
            title="No branch is viewed"
            className="rounded-lg border border-line"
          >
            Read another branch on the sites of this space before it is merged. Only members see it.
          </EmptyState>
        }
      />
      {list.items.length > 0 && previews.disabledReason !== undefined && (
        <p className="mt-2 text-ink-soft">{previews.disabledReason} Branches are viewed on a site.</p>
      )}
      {sentencesOf(list.items, ({ error }) => error).map((sentence) => (
        <p key={sentence} className="mt-2 wrap-anywhere text-danger-ink">
          {sentence}
        </p>
      ))}
      {sentencesOf(list.items, ({ statusProblem }) => statusProblem).map((sentence) => (
        <p key={sentence} className="mt-2 text-xs wrap-anywhere text-ink-soft">
          {sentence}
        </p>
      ))}
    </Section>
  );
}

interface BranchMenu extends Pick<BranchSectionProps, 'spaceId' | 'denialReason'> {
  previews: SitePreviews;
}

/** The menu of a branch, and that of the sites on which it is viewed. */
function useBranchMenu({ spaceId, previews, denialReason }: BranchMenu) {
  const { viewAgain, remove } = usePreviewActions(spaceId);
  const siteEntries = (branchPreview: string): MenuEntries =>
    previews.disabledReason === undefined
      ? previews.entries({ branchPreview })
      : [{ label: viewAsSiteLabel, disabledReason: previews.disabledReason, onSelect: () => {} }];
  return (preview: GitBranchPreview, part: string): MenuEntries => {
    if (part === SITES) return siteEntries(preview.id);
    const { commit, urls } = preview;
    return [
      {
        label: 'Read again',
        icon: <RefreshCw />,
        disabledReason: denialReason,
        onSelect: () => void viewAgain(preview),
      },
      ...(commit === undefined ? [] : commitEntries(commit, urls.commit)),
      'separator',
      {
        label: 'Remove…',
        icon: <Trash2 />,
        tone: 'danger',
        disabledReason: denialReason,
        onSelect: () => void remove(preview),
      },
    ];
  };
}

/** Each problem once, with the branches that have it: mostly it is the same for all. A row has no room for it. */
function sentencesOf(
  items: readonly GitBranchPreview[],
  problemOf: (preview: GitBranchPreview) => string | undefined,
): string[] {
  const problems = [...new Set(items.flatMap((preview) => problemOf(preview) ?? []))];
  return problems.map((problem) => {
    const branches = items.filter((preview) => problemOf(preview) === problem);
    return `${branches.map(({ branch }) => branch).join(', ')}: ${problem}`;
  });
}

function usePreviewActions(spaceId: string) {
  const invalidates = branchPreviewQueries(spaceId);
  const { mutateAsync: request } = useApiMutation(previewSpaceGitBranchMutation(), { invalidates });
  const { mutateAsync: deletePreview } = useApiMutation(deleteSpaceGitBranchPreviewMutation(), {
    invalidates,
  });
  const viewAgain = async (preview: GitBranchPreview): Promise<void> => {
    try {
      await request({ path: { spaceId }, body: { branch: preview.branch } });
      toast(`Reading “${preview.branch}”`);
    } catch (error) {
      toastFailure(error, () => void viewAgain(preview));
    }
  };
  const remove = async ({ id, branch }: GitBranchPreview): Promise<void> => {
    const isRemoved = await confirm({
      title: `Remove the view of “${branch}”?`,
      body: 'Links to it end. The repository keeps the branch, which can be viewed again.',
      confirmLabel: 'Remove',
      tone: 'danger',
      action: () => deletePreview({ path: { spaceId, branchPreviewId: id } }),
    });
    if (isRemoved) toast('View removed');
  };
  return { viewAgain, remove };
}
