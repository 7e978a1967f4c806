import type {
  GitBranchPreview,
  GitBranchPreviewState,
  GitCheck,
  GitConnection,
  GitConnectionState,
  GitPreview,
  GitProblemReason,
  GitSiteFile,
  GitSyncRun,
  GitSyncStep,
  GitSyncTrigger,
} from '#api/generated/types.gen.ts';
import { formatCount } from '#src/lib/text/format.ts';
import type { Tone } from '#src/ui/badge.tsx';

const stateLabels: Record<GitConnectionState, { name: string; tone: Tone }> = {
  synced: { name: 'Synced', tone: 'success' },
  waiting: { name: 'Waiting', tone: 'neutral' },
  running: { name: 'Syncing', tone: 'accent' },
  failed: { name: 'Failed', tone: 'danger' },
  paused: { name: 'Paused', tone: 'warning' },
};

/** A later version of the server may have more states. */
export function stateLabel(state: string): { name: string; tone: Tone } {
  const labels: Partial<Record<string, { name: string; tone: Tone }>> = stateLabels;
  return labels[state] ?? { name: state, tone: 'neutral' };
}

const stepLabels: Record<GitSyncStep, string> = {
  fetch: 'Fetching the branch',
  read: 'Reading files',
  store: 'Storing files',
  merge: 'Merging both sides',
  write: 'Writing the space',
  push: 'Pushing commits',
};

export const stepLabel = (step: GitSyncStep | undefined): string =>
  step === undefined ? 'Asking the repository' : stepLabels[step];

const triggerLabels: Record<GitSyncTrigger, string> = {
  connect: 'Connected',
  schedule: 'On schedule',
  webhook: 'Webhook',
  change: 'Change here',
  request: 'Sync now',
};

export const triggerLabel = (trigger: GitSyncTrigger): string => triggerLabels[trigger];

/** Where something is in a repository: “main”, “docs in main”. */
export const describePlace = ({ branch, directory }: Pick<GitConnection, 'branch' | 'directory'>): string =>
  directory === '' ? branch : `${directory} in ${branch}`;

/** A directory for people: the root has no name. */
export const describeDirectory = (directory: string): string =>
  directory === '' ? 'Root of the repository' : directory;

/** What kind of a remedy a problem has on this screen. */
export type Remedy = 'token' | 'settings' | 'rewrite' | 'retry';

const remedies: Partial<Record<GitProblemReason, Remedy>> = {
  authentication: 'token',
  'write-refused': 'token',
  'repository-not-found': 'token',
  'conversion-needed': 'settings',
  'history-rewritten': 'rewrite',
};

export const remedyOf = (reason: GitProblemReason | undefined): Remedy =>
  (reason && remedies[reason]) ?? 'retry';

/** What a sync has changed, in a few words: “2 pages updated, 1 commit sent”. */
export function describeSync({ received, sentCount, changeRequest, error }: GitSyncRun): string {
  const counts = [
    [received?.pagesAdded ?? 0, 'page', 'added'],
    [received?.pagesUpdated ?? 0, 'page', 'updated'],
    [received?.pagesRemoved ?? 0, 'page', 'removed'],
    [received?.files ?? 0, 'file', 'received'],
    [sentCount, 'commit', 'sent'],
  ] as const;
  const changes = received?.changes?.length ?? 0;
  const structure = changes === 0 ? [] : [`${formatCount(changes, 'change')} of the structure`];
  const parts = counts.flatMap(([count, noun, verb]) =>
    count === 0 ? [] : [`${formatCount(count, noun)} ${verb}`],
  );
  parts.unshift(...structure);
  if (changeRequest) parts.push('change request made');
  if (error !== undefined) parts.push('failed');
  return parts.length === 0 ? 'Nothing to change' : parts.join(', ');
}

export const branchPreviewLabels: Record<GitBranchPreviewState, { name: string; tone: Tone }> = {
  waiting: { name: 'Waiting', tone: 'neutral' },
  ready: { name: 'Ready', tone: 'success' },
  failed: { name: 'Failed', tone: 'danger' },
};

/** What a preview of a branch shows: what its commit says, who wrote it, and what is left out. */
export function describeBranchPreview({ message, author, pages, notes }: GitBranchPreview): string {
  const [line = ''] = (message ?? '').split('\n', 1);
  const left = notes.length === 0 ? '' : `${formatCount(notes.length, 'file')} left out or in another form`;
  const size = pages === undefined ? '' : formatCount(pages, 'page');
  return [line, author ?? '', size, left].filter((text) => text !== '').join(' · ');
}

/** What a token may do, in a sentence. */
export function describeCheck({ canWrite, branches, files }: GitCheck): string {
  const rights =
    canWrite === undefined
      ? 'Bindery can read the repository. Its server does not say whether the token can write.'
      : canWrite
        ? 'Bindery can read the repository and write to it.'
        : 'Bindery can read the repository, but not write to it: changes of the space would not arrive there.';
  const size =
    branches.length === 0
      ? 'It is empty.'
      : `It has ${formatCount(branches.length, 'branch', 'branches')}${files > 0 ? ` and ${formatCount(files, 'file')}` : ''}.`;
  return `${rights} ${size}`;
}

/** What a file makes of a site, in numbers. */
export const describeSiteFile = ({ sections, spaces }: GitSiteFile): string =>
  `${formatCount(sections, 'section')} and ${formatCount(spaces, 'space')}`;

/** What a first sync would do, one sentence each. */
export function describePreview(
  { initial, pages, files, pagesRemoved }: GitPreview,
  place: Pick<GitConnection, 'branch' | 'directory'>,
): string[] {
  const amount = `${formatCount(pages, 'page')}${files > 0 ? ` and ${formatCount(files, 'file')}` : ''}`;
  if (initial === 'space')
    return [`${describePlace(place)} gets ${amount} of the space, as a commit.`, 'The space stays as it is.'];
  const replaced =
    pagesRemoved === 0
      ? 'The space is empty now.'
      : `They replace the ${formatCount(pagesRemoved, 'page')} that the space has now. Its history keeps them.`;
  return [
    `The space gets ${amount} from ${describePlace(place)}.`,
    replaced,
    'The repository stays as it is.',
  ];
}

/** Names of the tools that repositories are written for. */
const kindNames: Readonly<Partial<Record<string, string>>> = {
  gitbook: 'GitBook',
  docusaurus: 'Docusaurus',
  mkdocs: 'MkDocs',
  mintlify: 'Mintlify',
  vitepress: 'VitePress',
  markdown: 'Markdown',
};

export const toolName = (kind: string): string => kindNames[kind] ?? kind;
