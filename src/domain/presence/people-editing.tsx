import { Pencil } from 'lucide-react';
import { currentUser } from '#src/api/session/session.ts';
import { nestQuotes } from '#src/lib/text/nest-quotes.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { openMenu } from '#src/ui/menu.ts';
import { describeEditedPages, type EditedTitle } from './describe-editors.ts';

/** As many pictures as are shown before they are counted. */
const maxPictures = 3;

interface PeopleEditingProps {
  editors: readonly (EditedTitle & { page: string })[];
  onOpenPage: (page: string) => void;
}

/** The pictures of those who edit pages of a change request. A menu says who edits which, and leads there. */
export function PeopleEditing({ editors, onOpenPage }: PeopleEditingProps) {
  if (editors.length === 0) return null;
  const readerId = currentUser()?.id;
  const people = [...new Map(editors.map(({ user }) => [user.id, user])).values()];
  const label = nestQuotes(describeEditedPages(editors, readerId));
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={label}
      data-tip={label}
      className="people-editing"
      onClick={({ currentTarget }) =>
        openMenu({
          anchor: currentTarget,
          label: 'Editing now',
          entries: editors.map(({ user, title = 'A page', page }) => ({
            label: user.id === readerId ? 'You, in another window' : user.displayName,
            hint: title,
            icon: <Avatar name={user.displayName} src={user.photoURL} size="small" />,
            onSelect: () => onOpenPage(page),
          })),
        })
      }
    >
      <Pencil aria-hidden="true" />
      <Pictures people={people} />
    </button>
  );
}

/** Pictures that overlap, and how many more there are. */
export function Pictures({ people }: { people: readonly EditedTitle['user'][] }) {
  const visiblePeople = people.slice(0, people.length > maxPictures + 1 ? maxPictures : maxPictures + 1);
  return (
    <span aria-hidden="true" className="presence-pictures">
      {visiblePeople.map(({ id, displayName, photoURL }) => (
        <Avatar key={id} name={displayName} src={photoURL} size="small" />
      ))}
      {people.length > visiblePeople.length && (
        <span className="text-xs">+{people.length - visiblePeople.length}</span>
      )}
    </span>
  );
}
