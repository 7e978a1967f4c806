import { useParams, useRouter } from '@tanstack/react-router';
import { AppWindow, Book, CornerDownLeft, FileText, GitPullRequest, Search, User, Users } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import {
  type PaletteEntry,
  paletteEntries,
  paletteOpen,
  paletteQuery,
  paletteSubmitted,
} from '#src/components/palette/palette-entries.ts';
import { rankEntries } from '#src/components/palette/rank-entries.ts';
import { generalActions, headingActions } from '#src/domain/palette/palette-actions.tsx';
import { usePaletteSearch } from '#src/domain/palette/use-palette-search.ts';
import { groupBy } from '#src/lib/arrays.ts';
import type { MatchLevel } from '#src/lib/compare/match-text.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { CommandDialog, CommandGroup, CommandItem } from '#src/ui/command-dialog.tsx';

/** The command palette: go to any screen, resource or page, and run the actions of the current screen. */
// oxlint-disable-next-line max-lines-per-function -- one combobox: field, list and keys share the query and the active entry
export function CommandPalette() {
  const query = useStore(paletteQuery);
  const { organizationId } = useParams({ strict: false });
  const isSubmitted = useStore(paletteSubmitted) === query;
  const deferredQuery = useDeferredValue(query);
  const results = usePaletteSearch(organizationId, deferredQuery, isSubmitted);
  const pending = results.pending || deferredQuery !== query;
  const screenEntries = useStore(paletteEntries.all);
  const [headingEntries] = useState(headingActions);
  const otherEntries = [...screenEntries, ...generalActions(useRouter(), organizationId)];
  const actionLabels = new Set(
    otherEntries.flatMap(({ group, label }) => (group === 'Actions' ? [label] : [])),
  );
  const open = headingEntries.filter(({ label }) => !actionLabels.has(label));
  // Without a query, actions of the current screen come first; then screens do.
  const offered = query === '' ? [...open, ...otherEntries] : [...otherEntries, ...open];
  const goTo = useGoTo(organizationId);
  const ranked = rankEntries(query, offered, [...foundEntries(goTo, results)]);
  const everywhere = query.trim() === '' || organizationId === undefined ? [] : [searchEntry(goTo, query)];
  const entries = [...ranked.map(({ entry }) => entry), ...everywhere];
  const groups = groupBy(entries, ({ group }) => group);

  // The entry selected by keys or pointer for this query; defaults to the best match.
  const [selection, setSelection] = useState({ query: '', id: '' });
  const isUserSelection = selection.query === query && entries.some(({ id }) => id === selection.id);
  const [best] = ranked;
  // With missing results, only a title match is opened unseen.
  const isCertain = best !== undefined && (!results.failed || titleLevels.includes(best.level));
  const target = isCertain ? best.entry : everywhere[0];

  const runEntry = (entry: PaletteEntry) => {
    paletteOpen.set(false);
    entry.run();
  };

  const isReady = isSubmitted && (!pending || best?.level === 'exact');
  // The results end the wait, not an event of this component.
  useEffect(() => {
    if (!isReady) return;
    paletteSubmitted.set(null);
    if (target) runEntry(target);
  });

  const note =
    !pending &&
    (results.failed
      ? 'Couldn’t load some results.'
      : ranked.length === 0 && `No results for “${query.trim()}”.`);

  return (
    <CommandDialog
      label="Search and commands"
      placeholder="Search or jump to…"
      query={query}
      onQuery={paletteQuery.set}
      selected={isUserSelection ? selection.id : (entries[0]?.id ?? '')}
      onSelected={(id) => {
        paletteSubmitted.set(null);
        setSelection({ query, id });
      }}
      onEnter={() => {
        if (isUserSelection || query.trim() === '') return false;
        paletteSubmitted.set(query);
        return true;
      }}
      onClose={() => paletteOpen.set(false)}
      note={note}
      status={pending && (isSubmitted ? 'Opening the best match…' : 'Searching…')}
    >
      {[...groups].map(([heading, ofGroup]) => (
        <CommandGroup key={heading} heading={heading}>
          {ofGroup.map((entry) => (
            <CommandItem
              key={entry.id}
              id={entry.id}
              icon={entry.icon ?? <CornerDownLeft />}
              label={entry.label}
              detail={entry.detail}
              keys={entry.keys}
              onChoose={() => runEntry(entry)}
            />
          ))}
        </CommandGroup>
      ))}
    </CommandDialog>
  );
}

const titleLevels: readonly MatchLevel[] = ['exact', 'prefix', 'word prefix'];

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

/** Opens the search screen with the query. */
const searchEntry = (goTo: ReturnType<typeof useGoTo>, query: string): PaletteEntry => ({
  id: 'search',
  kind: 'navigate',
  group: 'Search',
  label: `Search for “${query.trim()}”`,
  icon: <Search />,
  run: () => goTo.search(query.trim()),
});

function* foundEntries(
  goTo: ReturnType<typeof useGoTo>,
  finds: ReturnType<typeof usePaletteSearch>,
): Generator<PaletteEntry> {
  for (const { id, user } of finds.members)
    yield {
      id: `member:${id}`,
      kind: 'navigate',
      group: 'Members',
      label: user.displayName,
      detail: user.email,
      icon: <User />,
      run: () => goTo.member(id),
    };
  for (const { id, title } of finds.teams)
    yield {
      id: `team:${id}`,
      kind: 'navigate',
      group: 'Teams',
      label: title ?? id,
      icon: <Users />,
      run: () => goTo.team(id),
    };
  for (const { id, title } of finds.sites)
    yield {
      id: `site:${id}`,
      kind: 'navigate',
      group: 'Sites',
      label: title,
      icon: <AppWindow />,
      run: () => goTo.site(id),
    };
  for (const { id, title, emoji } of finds.spaces)
    yield {
      id: `space:${id}`,
      kind: 'navigate',
      group: 'Spaces',
      label: title,
      icon: emoji ? <span className="w-4 text-center">{emoji}</span> : <Book />,
      run: () => goTo.space(id),
    };
  for (const { id, subject, number, space, spaceTitle } of finds.changeRequests)
    yield {
      id: `change-request:${id}`,
      kind: 'navigate',
      group: 'Change requests',
      label: `#${number} ${subject}`.trim(),
      detail: spaceTitle,
      icon: <GitPullRequest />,
      run: () => goTo.changeRequest(space, number),
    };
  for (const { id, title, spaceId, spaceTitle } of finds.pages)
    yield {
      id: `page:${id}`,
      kind: 'navigate',
      group: 'Pages',
      label: title,
      detail: spaceTitle,
      icon: <FileText />,
      run: () => goTo.page(spaceId, id),
    };
}
