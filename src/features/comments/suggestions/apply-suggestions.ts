import { useQueryClient } from '@tanstack/react-query';
import { createContext } from 'react';
import { applySuggestionsMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Comment } from '#api/generated/types.gen.ts';
import { type ApiError, errorMessage, fieldErrors } from '#src/api/errors.ts';
import { useOptionalMutation } from '#src/api/optional-requests.ts';
import { invalidate, type OperationId } from '#src/api/queries.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { commentInvalidations } from '../queries.ts';

/** The most that one request applies. */
export const maxSuggestions = 50;

/** Whether a comment suggests a change that can be applied now. */
export function isApplicable({ status, suggestion }: Comment): boolean {
  return status === 'open' && suggestion !== undefined && !suggestion.outdated && !suggestion.applied;
}

/** Applies the suggestions of one change request. */
export interface SuggestionActions {
  /** Applies all of them in one revision, or none. */
  apply: (comments: readonly Comment[]) => void;
  /** Ids of those being applied now. */
  pending: readonly string[];
  /** Why none can be applied at the moment. */
  waitReason: string | undefined;
  /** Why the last attempt applied nothing. */
  failure: SuggestionFailure | null;
}

interface SuggestionFailure {
  /** Those that were to be applied. */
  comments: readonly string[];
  /** The one that was refused; null if it was none of them in particular. */
  refused: string | null;
  message: string;
}

/** Null where suggestions can't be applied: in lists across spaces, without the permission, on other servers. */
export const SuggestionActionsContext = createContext<SuggestionActions | null>(null);

/** A message about a place in the request, which means nothing to people, as the end of a sentence. */
const toReason = (message: string) =>
  message.charAt(0).toLowerCase() +
  message.slice(1).replace(/ with body\.comments\[\d+\]/, ' with another suggestion');

/** The suggestion that the server refused: it names its place in the request. */
function toFailure(error: ApiError, comments: readonly string[]): SuggestionFailure {
  for (const [field, message] of fieldErrors(error)) {
    const place = /^comments\[(\d+)\]$/.exec(field)?.[1];
    const refused = place === undefined ? undefined : comments[Number(place)];
    if (refused !== undefined) return { comments, refused, message: `Not applied: ${toReason(message)}` };
  }
  const message =
    error.status === 409
      ? `${errorMessage(error)} Nothing was applied. The latest version is shown now.`
      : errorMessage(error);
  return { comments, refused: null, message };
}

interface ApplySuggestionsOptions {
  path: { spaceId: string; changeRequestId: string };
  /** The revision on the screen; suggestions are applied to no other. */
  revision: string;
  /** The latest one that is known; the screen follows once its pages are loaded. */
  latestRevision: string | undefined;
  /** Whether the change request is being fetched. */
  isFetching: boolean;
  /** The operations that an edit of the change request invalidates. */
  invalidates: readonly OperationId[];
}

/** Null where the server applies none. */
export function useApplySuggestions(options: ApplySuggestionsOptions): SuggestionActions | null {
  const { path, revision, latestRevision, isFetching, invalidates } = options;
  const queryClient = useQueryClient();
  const application = useOptionalMutation('applySuggestions', applySuggestionsMutation(), {
    invalidates: [...invalidates, ...commentInvalidations],
    onSuccess: (_, { body }) => toast(`${formatCount(body.comments.length, 'suggestion')} applied`),
    // A rejected suggestion has changed since it was loaded.
    onError: ({ status }) => {
      if (status === 400) void invalidate(queryClient, ...commentInvalidations);
    },
  });
  if (application.isOffered !== true) return null;
  const { mutate, isPending, error, variables } = application;
  const sentComments = variables?.body.comments ?? [];
  // Applying to a revision that isn't the latest would only fail again.
  const isBehind = revision !== latestRevision || (error?.status === 409 && isFetching);
  return {
    apply: (comments) => mutate({ path, body: { comments: comments.map(({ id }) => id), revision } }),
    pending: isPending ? sentComments : [],
    waitReason: isPending
      ? 'Suggestions are being applied.'
      : isBehind
        ? 'The latest version is loading.'
        : undefined,
    failure: error && !isPending ? toFailure(error, sentComments) : null,
  };
}
