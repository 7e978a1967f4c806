import { useParams, useRouter } from '@tanstack/react-router';
import { AppWindow, Book, CornerDownLeft, FileText, GitPullRequest, Search, User, Users } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { groupBy } from '#src/lib/group-by.ts';
import { rankByWords } from '#src/lib/match-words.ts';
import { CommandDialog, CommandGroup, CommandItem, CommandNote } from '#src/ui/command-dialog.tsx';
import { useStore } from '#src/ui/use-store.ts';
import { useFinds } from './finds.ts';
import { generalActions } from './general-actions.tsx';
import { headingActions } from './heading-actions.ts';
import { type PaletteEntry, paletteEntries, paletteOpen, paletteQuery } from './registry.ts';

/** One field to go to any screen, member, team, site, space, change request or page, and to do what the open screen offers. */
export function CommandPalette() {
  const query = useStore(paletteQuery);
  const { organizationId } = useParams({ strict: false });
  const finds = useFinds(organizationId, useDeferredValue(query));
  const ofScreen = useStore(paletteEntries.all);
  const [ofHeading] = useState(headingActions);
  const elsewhere = [...ofScreen, ...generalActions(useRouter(), organizationId)];
  const said = new Set(elsewhere.flatMap(({ group, label }) => (group === 'Actions' ? [label] : [])));
  const open = ofHeading.filter(({ label }) => !said.has(label));
  // What is open comes first until something is typed; then screens do.
  const offered = query === '' ? [...open, ...elsewhere] : [...elsewhere, ...open];
  const goTo = useGoTo(organizationId);
  const found = [...foundEntries(goTo, finds)];
  const everywhere = query.trim() === '' || organizationId === undefined ? [] : [searchEntry(goTo, query)];
  const groups = groupBy([...rankByWords(query, offered), ...found, ...everywhere], ({ group }) => group);

  const choose = (entry: PaletteEntry) => {
    paletteOpen.set(false);
    entry.run();
  };

  return (
    <CommandDialog
      label="Search and commands"
      placeholder="Go to a screen, person, place, page or change request…"
      query={query}
      onQuery={paletteQuery.set}
      onClose={() => paletteOpen.set(false)}
      pending={finds.pending}
    >
      {[...groups].map(([heading, entries]) => (
        <CommandGroup key={heading} heading={heading}>
          {entries.map((entry) => (
            <CommandItem
              key={entry.id}
              id={entry.id}
              icon={entry.icon ?? <CornerDownLeft />}
              label={entry.label}
              detail={entry.detail}
              keys={entry.keys}
              onChoose={() => choose(entry)}
            />
          ))}
        </CommandGroup>
      ))}
      {groups.size === everywhere.length && !finds.pending && (
        <CommandNote>Nothing found for “{query.trim()}”.</CommandNote>
      )}
    </CommandDialog>
  );
}

function useGoTo(organizationId = '') {
  const { navigate } = useRouter();
  return {
    member: (userId: string) =>
      void navigate({ to: '/o/$organizationId/members/$userId', params: { organizationId, userId } }),
    team: (teamId: string) =>
      void navigate({ to: '/o/$organizationId/teams/$teamId', params: { organizationId, teamId } }),
    site: (siteId: string) =>
      void navigate({ to: '/o/$organizationId/sites/$siteId', params: { organizationId, siteId } }),
    space: (spaceId: string) =>
      void navigate({ to: '/o/$organizationId/spaces/$spaceId', params: { organizationId, spaceId } }),
    changeRequest: (spaceId: string, number: number) =>
      void navigate({
        to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
        params: { organizationId, spaceId, changeRequest: String(number) },
      }),
    page: (spaceId: string, pageId: string) =>
      void navigate({
        to: '/o/$organizationId/spaces/$spaceId/pages/$pageId',
        params: { organizationId, spaceId, pageId },
      }),
    search: (q: string) =>
      void navigate({ to: '/o/$organizationId/search', params: { organizationId }, search: { q } }),
  };
}

/** Takes what was typed to the search screen, which has room for all that is found. */
const searchEntry = (goTo: ReturnType<typeof useGoTo>, query: string): PaletteEntry => ({
  id: 'search',
  group: 'Search',
  label: `Search for “${query.trim()}”`,
  icon: <Search />,
  run: () => goTo.search(query.trim()),
});

function* foundEntries(
  goTo: ReturnType<typeof useGoTo>,
  finds: ReturnType<typeof useFinds>,
): Generator<PaletteEntry> {
  for (const { id, user } of finds.members)
    yield {
      id: `member:${id}`,
      group: 'Members',
      label: user.displayName,
      detail: user.email,
      icon: <User />,
      run: () => goTo.member(id),
    };
  for (const { id, title } of finds.teams)
    yield { id: `team:${id}`, group: 'Teams', label: title ?? id, icon: <Users />, run: () => goTo.team(id) };
  for (const { id, title } of finds.sites)
    yield { id: `site:${id}`, group: 'Sites', label: title, icon: <AppWindow />, run: () => goTo.site(id) };
  for (const { id, title, emoji } of finds.spaces)
    yield {
      id: `space:${id}`,
      group: 'Spaces',
      label: title,
      icon: emoji ? <span className="w-4 text-center">{emoji}</span> : <Book />,
      run: () => goTo.space(id),
    };
  for (const { id, subject, number, space, spaceTitle } of finds.changeRequests)
    yield {
      id: `change-request:${id}`,
      group: 'Change requests',
      label: `#${number} ${subject}`.trim(),
      detail: spaceTitle,
      icon: <GitPullRequest />,
      run: () => goTo.changeRequest(space, number),
    };
  for (const { id, title, spaceId, spaceTitle } of finds.pages)
    yield {
      id: `page:${id}`,
      group: 'Pages',
      label: title,
      detail: spaceTitle,
      icon: <FileText />,
      run: () => goTo.page(spaceId, id),
    };
}
