import type { ChangeRequest, Space } from '#api/generated/types.gen.ts';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import { useDenialReasons } from '#src/features/change-requests/denial-reasons.ts';
import { useTakesSuggestions } from '#src/features/comments/capabilities.ts';
import { suggestionDenialReason } from './suggestion-denial.ts';

/** Why a person can't edit a change request's pages, or suggest changes of them; undefined for what they can. */
export function useEditorModes(changeRequest: ChangeRequest, space: Space) {
  const { edit, write } = useDenialReasons(changeRequest, space.permissions);
  const takesSuggestions = useTakesSuggestions();
  return {
    editReason: edit ?? write,
    suggestReason:
      reasonUnless(takesSuggestions, 'This server doesn’t take suggestions.') ??
      suggestionDenialReason(changeRequest, space),
  };
}
