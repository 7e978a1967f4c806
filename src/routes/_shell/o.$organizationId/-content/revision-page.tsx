import { useState } from 'react';
import type { Page } from '#api/generated/types.gen.ts';
import { LinkPathsContext } from '#src/domain/document/link-paths.ts';
import type { PageChange } from '#src/features/change-requests/differences/compare-trees.ts';
import {
  changedFrom,
  type ComparedPages,
  titleOf,
} from '#src/features/change-requests/views/changed-pages.ts';
import { textFileOf, useLinkPaths } from '#src/features/change-requests/views/file-addresses.ts';
import { PageDifference, useShownText } from '#src/features/change-requests/views/page-difference.tsx';
import { openPlace } from '#src/features/change-requests/views/place.ts';
import type { DifferenceViewOptions, Side } from '#src/features/change-requests/views/sides.ts';
import { contentLinks } from '#src/routes/_shell/o.$organizationId/-change-request/content-links.tsx';

/** Revisions have no comments. */
const withoutComments = {
  lineTools: { lines: new Set<number>(), renderBelow: () => null },
  commentedBlocks: new Set<string>(),
  renderBelow: () => null,
  renderDetached: () => null,
};

interface RevisionPageProps {
  organizationId: string;
  sides: { base: Side; next: Side };
  trees: { base: readonly Page[]; next: readonly Page[] };
  compared: ComparedPages;
  change: PageChange;
  choice: DifferenceViewOptions;
  onChoose: (choice: DifferenceViewOptions) => void;
  /** Opens another page by its id. */
  onOpen: (pageId: string) => void;
}

/** The differences of one page between two versions of a space. */
export function RevisionPage(props: RevisionPageProps) {
  const { organizationId, sides, trees, compared, change, choice, onChoose, onOpen } = props;
  const { spaceId } = sides.next;
  const [place] = useState(() => openPlace(change.id));
  const { isSource } = useShownText(change, sides.base, sides.next, choice.view);
  const paths = useLinkPaths({ spaceId }, textFileOf((change.next ?? change.base)?.page), trees, isSource);
  return (
    <LinkPathsContext value={paths}>
      <PageDifference
        organizationId={organizationId}
        path={{ spaceId }}
        change={change}
        {...sides}
        nameOf={(id) => {
          const comparedPage = compared.byId.get(id);
          return comparedPage ? titleOf(comparedPage) : id;
        }}
        place={place}
        choice={choice}
        onChoose={onChoose}
        isOnlyChange={compared.changed.every(({ id }) => id === change.id)}
        onStep={(step) => {
          const to = changedFrom(compared, change.id, step);
          if (to) onOpen(to.id);
        }}
        renderLink={contentLinks({ organizationId, spaceId })}
        {...withoutComments}
      />
    </LinkPathsContext>
  );
}
