import type { GitBranchPreview, GitBranchPreviewState } from '#api/generated/types.gen.ts';
import { type AuthorRow, toAuthorView } from '#server/access/users.view.ts';
import { apiUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { commitPage } from '#server/git-sync/repository-pages.ts';

/** A preview with who asked for it, and the space and the repository of its connection. */
export type BranchPreviewRow = Row<'git_branch_previews'> &
  AuthorRow & { space_id: string | null; url: string };

function stateOf({ requested_at, error }: BranchPreviewRow): GitBranchPreviewState {
  if (requested_at) return 'waiting';
  return error === null ? 'ready' : 'failed';
}

export function toBranchPreviewView(row: BranchPreviewRow, service: ServiceSettings): GitBranchPreview {
  const commitUrl = commitPage(row.url, row.commit);
  return {
    object: 'git-branch-preview',
    id: row.id,
    branch: row.branch,
    state: stateOf(row),
    ...(row.commit !== null && {
      commit: row.commit,
      message: row.message,
      author: row.author,
      pages: row.pages,
    }),
    notes: row.notes,
    ...(row.error !== null && { error: row.error, errorReason: row.error_reason ?? 'internal' }),
    ...(row.status_problem !== null && { statusProblem: row.status_problem }),
    ...(row.created_by !== null && { createdBy: toAuthorView(row.created_by, row) }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    urls: {
      location: apiUrl(service, `/spaces/${row.space_id}/git/branch-previews/${row.id}`),
      ...(commitUrl !== undefined && { commit: commitUrl }),
    },
  };
}
