import type { ShownText } from '#src/domain/document/link-paths.ts';
import type { TextField } from './field/text-field.ts';
import type { LinkSource } from './links/link-source.ts';
import type { SessionField } from './session/session-types.ts';

/**
 * The stored text of a field that shows paths for ids. Drafts, saves, merges and previews have ids; only what the field
 * shows and what is typed into it has paths.
 */
export function showPathsIn(
  field: TextField,
  texts: ShownText,
  links: LinkSource,
): SessionField & { end: () => void } {
  let place = links.place();
  const findFiles = (text: string) => {
    if (place && text.includes('/files/')) links.findFiles();
  };
  const follow = () => {
    const next = links.place();
    if (next === place) return;
    place = next;
    texts.store(field.text());
    // Without its history, what a person typed could not be undone.
    const shown = texts.move(place, !field.keepsHistory());
    if (shown !== field.text()) field.replaceText(shown);
    findFiles(shown);
  };
  findFiles(texts.shown);
  const unsubscribe = links.version.subscribe(follow);
  return {
    text: () => texts.store(field.text()),
    replaceText(stored) {
      // What was typed since the last answer is in the stored text.
      field.replaceText(texts.show(stored));
      findFiles(stored);
    },
    end: unsubscribe,
  };
}
