import type { User } from '#api/generated/types.gen.ts';
import { formatNumber, isolate, nounFor } from '#src/lib/text/format.ts';

const ownLabel = 'You are editing this page in another window.';

/** As many names as a sentence has before it counts. */
const maxNames = 2;

/** “Ada”, “Ada and Ben”, “Ada, Ben and 3 others”. */
function nameList(names: readonly string[]): string {
  const visibleNames = names.slice(0, maxNames).map(isolate);
  const others = names.length - visibleNames.length;
  return others > 0
    ? `${visibleNames.join(', ')} and ${formatNumber(others)} ${nounFor(others, 'other')}`
    : visibleNames.join(' and ');
}

/** “Ada and Ben are editing this page, too.” The reader may be one of them, in another window. */
export function describeEditors(editors: readonly User[], readerId: string | undefined): string {
  const others = editors.filter(({ id }) => id !== readerId).map(({ displayName }) => displayName);
  const sentences = [
    ...(others.length > 0
      ? [`${nameList(others)} ${others.length === 1 ? 'is' : 'are'} editing this page, too.`]
      : []),
    ...(others.length < editors.length ? [ownLabel] : []),
  ];
  return sentences.join(' ');
}

/** “Ada and Ben have this open, too.” The reader may be one of them, in another window. */
export function describePeople(people: readonly User[], readerId: string | undefined): string {
  const others = people.filter(({ id }) => id !== readerId).map(({ displayName }) => displayName);
  const sentences = [
    ...(others.length > 0
      ? [`${nameList(others)} ${others.length === 1 ? 'has' : 'have'} this open, too.`]
      : []),
    ...(others.length < people.length ? ['You have this open in another window.'] : []),
  ];
  return sentences.join(' ');
}

/** “Ada, editing”: behind the title of a page in a list. */
export const describeMark = (editors: readonly User[]): string =>
  `${nameList(editors.map(({ displayName }) => displayName))} editing`;

/** A person with the title of the page that they are editing, if it is known. */
export interface EditedTitle {
  user: User;
  title: string | undefined;
}

/** “Ada is editing “Lamps”. You are editing “Maps” in another window.” */
export function describeEditedPages(editors: readonly EditedTitle[], readerId: string | undefined): string {
  const sentences = editors.slice(0, maxSentences).map(({ user, title }) => {
    const page = title === undefined ? 'a page' : `“${isolate(title)}”`;
    return user.id === readerId
      ? `You are editing ${page} in another window.`
      : `${isolate(user.displayName)} is editing ${page}.`;
  });
  const more = editors.length - sentences.length;
  return [...sentences, ...(more > 0 ? [`${formatNumber(more)} more.`] : [])].join(' ');
}

const maxSentences = 10;
