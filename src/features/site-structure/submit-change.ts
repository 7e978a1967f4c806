/**
 * Brings changes to the server: one after another for each site, each as a unit, and into the
 * cached structure when it has succeeded. What waits is a pending mutation; the editor folds its
 * change over the cache, so a change that fails simply drops out of the picture.
 */
import type { QueryClient } from '@tanstack/react-query';
import { getSiteOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import type { Confirmation } from '#src/components/confirm/confirm.ts';
import { ApiError, messageOf } from '#src/api/errors.ts';
import { refresh } from '#src/api/queries.ts';
import { holdUndo, openScreen, recordUndoable } from '#src/components/undo/undo.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { createStore } from '#src/lib/store.ts';
import { applyChange, invertChange, planChange, replacedIds, withIds, type Change } from './changes.ts';
import { objectionTo } from './guard.ts';
import { removalQuestion, removedBy } from './impact.ts';
import { note } from './journal.ts';
import { runSteps, UnitError } from './run-steps.ts';
import { sender } from './send-request.ts';
import { abilitiesOf, siteStructureOptions, structureMutationKey, type SitePath } from './structure-query.ts';
import type { SiteStructure } from './structure.ts';
import { describeChange, describeFailure } from './words.ts';

/** A change on its way. */
export interface StructureRequest {
  readonly change: Change;
  /** It undoes or repeats something, so it must not overwrite what others have done since. */
  readonly isPast: boolean;
}

/** What a change came to. */
export interface Done {
  /** The change with the ids that the server gave. */
  readonly change: Change;
  /** What takes it back. */
  readonly opposite: Change;
}

/** How far a change of many calls has come, per site; null in between. */
export const unitProgress = createStore<{ siteId: string; done: number; total: number } | null>(null);

/** Ids that have been exchanged since something was noted with them, per site. */
const exchanged = new Map<string, Map<string, string>>();

/** The ids that stand for older ones by now: of what was provisional, or has been made again. */
export function currentIds(siteId: string): ReadonlyMap<string, string> {
  return exchanged.get(siteId) ?? new Map();
}

function refusal(reason: string): ApiError {
  return new ApiError({ status: 409, message: reason, operation: 'site structure' });
}

/** The `ApiError` behind a failed unit; it says so when part of the unit could not be taken back. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof UnitError)) return error;
  const { cause, undone } = error;
  if (undone || !(cause instanceof ApiError)) return cause;
  const { status, message, details, requestId, operation } = cause;
  const more = `${message} Part of it has been done and could not be taken back.`;
  return new ApiError({ status, message: more, details, requestId, operation });
}

async function carryOut(queryClient: QueryClient, site: SitePath, request: StructureRequest): Promise<Done> {
  const options = siteStructureOptions(queryClient, site);
  const structure = request.isPast
    ? await queryClient.fetchQuery({ ...options, staleTime: 0 })
    : await queryClient.ensureQueryData(options);
  const change = withIds(request.change, currentIds(site.siteId));
  const objection = objectionTo(structure, change, request.isPast);
  if (objection !== null) throw refusal(objection);
  const abilities = await abilitiesOf(queryClient);
  const steps = planChange(structure, change, abilities);
  const opposite = invertChange(structure, change);
  const created = await runSteps(structure, steps, sender(site), abilities, (done, total) => {
    if (total > 8) unitProgress.set({ siteId: site.siteId, done, total });
  }).catch((error: unknown) => {
    throw causeOf(error);
  });
  const ids = new Map([...currentIds(site.siteId), ...replacedIds(created, structure.nodes.keys())]);
  exchanged.set(site.siteId, ids);
  return { change: withIds(change, ids), opposite: withIds(opposite, ids) };
}

/**
 * Sends a change for. It waits for those sent for before it.
 *
 * @returns what it came to; rejects with the `ApiError` of what was refused
 */
export function submitChange(
  queryClient: QueryClient,
  site: SitePath,
  request: StructureRequest,
): Promise<Done> {
  const mutationKey = structureMutationKey(site);
  const { queryKey } = siteStructureOptions(queryClient, site);
  const mutation = queryClient
    .getMutationCache()
    .build<Done, ApiError, StructureRequest, unknown>(queryClient, {
      mutationKey,
      scope: { id: mutationKey.join(':') },
      networkMode: 'always',
      mutationFn: (variables) => carryOut(queryClient, site, variables),
      // An answer that set out before the change would put the old picture back for a moment.
      onMutate: () => queryClient.cancelQueries({ queryKey, exact: true }),
      onSuccess: ({ change }) => {
        queryClient.setQueryData<SiteStructure>(
          queryKey,
          (current) => current && applyChange(current, change),
        );
      },
      onSettled: () => {
        unitProgress.set(null);
        if (queryClient.isMutating({ mutationKey }) > 1) return;
        const path = { siteId: site.siteId };
        void refresh(
          queryClient,
          { operation: 'getSiteStructure', path },
          { operation: 'getSite', path },
          'listSites',
        );
      },
    });
  return mutation.execute(request);
}

/** What is asked before a change from the past is made: about removals, as the button does. */
function questionBefore(queryClient: QueryClient, site: SitePath, past: Change): Confirmation | null {
  const structure = queryClient.getQueryData(siteStructureOptions(queryClient, site).queryKey);
  if (!structure) return null;
  const ids = removedBy(withIds(past, currentIds(site.siteId))).filter((id) => structure.nodes.has(id));
  if (ids.length === 0) return null;
  const known = queryClient.getQueryData(getSiteOptions({ path: site }).queryKey);
  return removalQuestion(structure, ids, known?.published ?? false);
}

/**
 * Carries out a gesture of the user and sees to everything after it: the journal, the undo entry
 * with its toast, or the one toast that says what failed and why.
 *
 * @param shown the structure as the user sees it, which gives the words
 * @returns what it came to, or null when it failed
 */
export async function perform(
  queryClient: QueryClient,
  site: SitePath,
  shown: SiteStructure,
  change: Change,
): Promise<Done | null> {
  try {
    return await performOrThrow(queryClient, site, shown, change);
  } catch (error) {
    // What was written into a row is gone from it by now; sending it again is its way back.
    const again = change.type === 'edit' ? () => void perform(queryClient, site, shown, change) : undefined;
    toastFailure(explained(error, describeFailure(describeChange(shown, change))), again);
    return null;
  }
}

function explained(error: unknown, text: string): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, requestId, operation } = error;
  return new ApiError({ status, requestId, operation, message: `${text}. ${error.message}` });
}

/** Like `perform`, for dialogs and forms, which show failures themselves. */
export function performOrThrow(
  queryClient: QueryClient,
  site: SitePath,
  shown: SiteStructure,
  change: Change,
): Promise<Done> {
  const text = describeChange(shown, change);
  const { siteId } = site;
  const screen = openScreen.get();
  const recorded = submitChange(queryClient, site, { change, isPast: false }).then(
    (done) => {
      note(siteId, { text, outcome: 'done' });
      let { opposite } = done;
      const repeat = async (outcome: 'undone' | 'repeated') => {
        const back = await submitChange(queryClient, site, { change: opposite, isPast: true });
        opposite = back.opposite;
        note(siteId, { text, outcome });
      };
      const ask = () => questionBefore(queryClient, site, opposite);
      recordUndoable({
        label: text,
        screen,
        undo: () => repeat('undone'),
        redo: () => repeat('repeated'),
        asks: { undo: ask, redo: ask },
      });
      return done;
    },
    (error: unknown) => {
      note(siteId, { text, outcome: 'failed', reason: messageOf(error) });
      throw error;
    },
  );
  holdUndo(recorded);
  return recorded;
}
