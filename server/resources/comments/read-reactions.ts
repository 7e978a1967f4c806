import { badValues } from '#server/errors.ts';
import { isEmoji } from '../spaces/emoji.ts';
import type { ReactionChanges } from './reactions.queries.ts';

/** The reactions that a change adds and takes back; throws 400 naming everything that is no emoji. */
export function readReactionChanges(body: {
  addedReactions?: string[];
  removedReactions?: string[];
}): ReactionChanges {
  const { addedReactions = [], removedReactions = [] } = body;
  const problems = Object.entries({ addedReactions, removedReactions }).flatMap(([field, emojis]) =>
    emojis.flatMap((emoji, index) =>
      isEmoji(emoji) ? [] : [{ path: `body.${field}[${index}]`, problem: 'must be one emoji' }],
    ),
  );
  if (problems.length > 0) throw badValues(problems);
  return { added: addedReactions, removed: removedReactions };
}
