/** The draft of a site's structure: on the server, or in this browser where the server has no drafts. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { getStructureDraftQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import {
  addStructureDraftChange,
  applyStructureDraft,
  approveStructureDraft,
  deleteStructureDraft,
  deleteStructureDraftApproval,
  deleteStructureDraftSchedule,
  getStructureDraft,
  removeStructureDraftChanges,
  scheduleStructureDraft,
} from '#api/generated/sdk.gen.ts';
import type {
  DraftedSpace,
  StructureDraft,
  StructureDraftChange,
  StructureDraftChangeCreate,
  User,
} from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { etagOf, ifMatchHeader } from '#src/api/etags.ts';
import { intervalWithoutStream } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session/session.ts';
import { withIds } from '#src/components/tree-editor/changes.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { keepsDrafts } from '../capabilities.ts';
import type { SitePath } from '../queries.ts';
import type { StructurePolicy } from '../structure-policy.ts';
import { TEXT_FIELDS } from '../structure.ts';
import { type DraftedRequest, toRequest } from './drafted-steps.ts';

/** A draft that nobody has begun. */
export const EMPTY_DRAFT: StructureDraft = {
  object: 'structure-draft',
  changes: [],
  spaces: [],
  approvals: [],
};

const storedName = ({ siteId }: SitePath) => `structure-draft.${siteId}`;

function readLocal(site: SitePath): StructureDraft {
  try {
    const draft: StructureDraft | null = JSON.parse(readStored('local', storedName(site)) ?? 'null');
    return { ...EMPTY_DRAFT, ...draft };
  } catch {
    return EMPTY_DRAFT;
  }
}

function writeLocal(site: SitePath, draft: StructureDraft): StructureDraft {
  const isEmpty = draft.changes.length === 0;
  if (!writeStored('local', storedName(site), isEmpty ? null : JSON.stringify(draft)) && !isEmpty)
    throw new ApiError({
      status: 507,
      message: 'This browser has no room for the draft. Apply or discard it.',
      operation: 'store a draft',
    });
  return draft;
}

/** The draft of a site. */
export function siteDraftOptions(queryClient: QueryClient, path: SitePath) {
  return queryOptions({
    queryKey: getStructureDraftQueryKey({ path }),
    queryFn: async ({ signal }): Promise<StructureDraft> => {
      if (!(await keepsDrafts(queryClient))) return readLocal(path);
      return (await getStructureDraft({ path, signal, throwOnError: true })).data;
    },
    staleTime: 2_000,
    refetchInterval: () => intervalWithoutStream(10_000),
  });
}

/** What is done with a draft. */
export interface DraftActions {
  readonly isShared: boolean;
  add(change: StructureDraftChangeCreate, spaces: readonly DraftedSpace[]): Promise<string>;
  remove(ids: readonly string[]): Promise<void>;
  discard(): Promise<void>;
  /** Resolves to the ids of what was added by what the draft called it. */
  apply(): Promise<ReadonlyMap<string, string>>;
  schedule(at: Date): Promise<void>;
  unschedule(): Promise<void>;
  /** Approves the draft as it was read last. */
  approve(): Promise<void>;
  withdrawApproval(): Promise<void>;
}

/** The path whose entity tag is that of the draft that was read last. */
const draftPath = ({ organizationId, siteId }: SitePath) =>
  `/v1/orgs/${organizationId}/sites/${siteId}/structure/draft`;

/** Shows the draft that a change has answered with. It is read again for its entity tag, which only a read has. */
export function showDraft(queryClient: QueryClient, path: SitePath, draft: StructureDraft): void {
  const { queryKey } = siteDraftOptions(queryClient, path);
  queryClient.setQueryData(queryKey, draft);
  void queryClient.invalidateQueries({ queryKey });
}

/** The draft on the server, which others change too: what ends it is refused if they have since it was read. */
export function sharedDraft(queryClient: QueryClient, path: SitePath): DraftActions {
  const { queryKey } = siteDraftOptions(queryClient, path);
  const readAgain = () => queryClient.invalidateQueries({ queryKey });
  // A read that is under way, such as after a change of one's own, brings the tag of what is shown.
  const headers = async () => {
    if (queryClient.isFetching({ queryKey }) > 0)
      await queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
    return ifMatchHeader(etagOf(draftPath(path)));
  };
  return {
    isShared: true,
    async add(body) {
      const { data } = await addStructureDraftChange({ path, body, throwOnError: true });
      showDraft(queryClient, path, data);
      // Others may have added theirs since.
      const isSent = ({ summary, createdBy }: StructureDraftChange) =>
        summary === body.summary && createdBy.id === currentUser()?.id;
      return (data.changes.findLast(isSent) ?? data.changes.at(-1))?.id ?? '';
    },
    async remove(changes) {
      if (changes.length === 0) return;
      const body = { changes: [...changes] };
      const { data } = await removeStructureDraftChanges({ path, body, throwOnError: true });
      showDraft(queryClient, path, data);
    },
    async discard() {
      const sent = deleteStructureDraft({ path, headers: await headers(), throwOnError: true });
      await sent.finally(readAgain);
    },
    async apply() {
      const sent = applyStructureDraft({ path, headers: await headers(), throwOnError: true });
      const { data } = await sent.finally(readAgain);
      return new Map(data.added.map(({ draftedId, id }) => [draftedId, id]));
    },
    async schedule(at) {
      const body = { at: at.toISOString() };
      const request = { path, headers: await headers(), body, throwOnError: true } as const;
      showDraft(queryClient, path, (await scheduleStructureDraft(request)).data);
    },
    async unschedule() {
      await deleteStructureDraftSchedule({ path, throwOnError: true }).finally(readAgain);
    },
    async approve() {
      const request = { path, headers: await headers(), throwOnError: true } as const;
      showDraft(queryClient, path, (await approveStructureDraft(request)).data);
    },
    async withdrawApproval() {
      await deleteStructureDraftApproval({ path, throwOnError: true }).finally(readAgain);
    },
  };
}

/** The draft in this browser. It is applied one request after another. */
export function localDraft(
  queryClient: QueryClient,
  path: SitePath,
  { send, author }: { send: StructurePolicy['send']; author: User },
): DraftActions {
  const { queryKey } = siteDraftOptions(queryClient, path);
  const write = (change: (draft: StructureDraft) => StructureDraft) =>
    queryClient.setQueryData(queryKey, writeLocal(path, change(readLocal(path))));
  const notHere = () =>
    Promise.reject(
      new ApiError({
        status: 501,
        message: 'This server has no drafts to schedule or approve.',
        operation: 'schedule or approve a draft',
      }),
    );
  return {
    isShared: false,
    async add({ summary, steps }, spaces) {
      const id = crypto.randomUUID();
      const change = { id, summary, steps, createdBy: author, createdAt: new Date().toISOString() };
      write((draft) => ({
        ...draft,
        changes: [...draft.changes, change],
        spaces: [...new Map([...draft.spaces, ...spaces].map((space) => [space.id, space])).values()],
      }));
      return id;
    },
    async remove(ids) {
      write((draft) => ({ ...draft, changes: draft.changes.filter(({ id }) => !ids.includes(id)) }));
    },
    async discard() {
      write(() => EMPTY_DRAFT);
    },
    apply: () => applyLocally(write, readLocal(path), send),
    schedule: notHere,
    unschedule: notHere,
    approve: notHere,
    withdrawApproval: notHere,
  };
}

/** Sends the requests of a draft in order and takes each out of it. Stops at the first refusal: the rest stays in the draft. */
export async function applyLocally(
  write: (change: (draft: StructureDraft) => StructureDraft) => void,
  { changes }: StructureDraft,
  send: StructurePolicy['send'],
): Promise<ReadonlyMap<string, string>> {
  const added = new Map<string, string>();
  for (const [index, { summary, steps }] of changes.entries()) {
    for (const [done, step] of steps.entries()) {
      const drafted = toRequest(step);
      try {
        if (drafted) await sendDrafted(drafted, added, send);
      } catch (error) {
        const rest = changes
          .slice(index)
          .map((change, place) => (place === 0 ? { ...change, steps: change.steps.slice(done) } : change));
        write((draft) => ({ ...draft, changes: withIds(rest, added, TEXT_FIELDS) }));
        throw stopped(error, { index, total: changes.length, summary });
      }
    }
  }
  write(() => EMPTY_DRAFT);
  return added;
}

async function sendDrafted(
  { request, creates = {} }: DraftedRequest,
  added: Map<string, string>,
  send: StructurePolicy['send'],
): Promise<void> {
  const ids = await send(withIds(request, added, TEXT_FIELDS));
  for (const [member, draftedId] of Object.entries(creates)) {
    const id = ids[member];
    if (id !== undefined) added.set(draftedId, id);
  }
}

function stopped(
  error: unknown,
  { index, total, summary }: { index: number; total: number; summary: string },
): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, details, requestId, operation } = error;
  const message = `${index} of ${total} changes are made and have left the draft. “${summary}” was refused: ${error.message}`;
  return new ApiError({ status, message, details, requestId, operation });
}
