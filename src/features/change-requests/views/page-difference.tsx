import { useQueries, useQueryClient, useSuspenseQueries } from '@tanstack/react-query';
import { Check, MessageSquarePlus } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useContext, useMemo, useRef, useState } from 'react';
import type { Page } from '#api/generated/types.gen.ts';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import type { DocumentContext } from '#src/domain/document/inline-nodes.tsx';
import { type LinkPaths, LinkPathsContext } from '#src/domain/document/link-paths.ts';
import { parseHref } from '#src/domain/document/page-href.ts';
import { Badge } from '#src/ui/badge.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { toneOfChange } from '../change-labels.ts';
import type { PageChange } from '../differences/compare-trees.ts';
import { labelsOf, fieldChanges, titleOf } from './changed-pages.ts';
import { StepsSlot } from './difference-list.tsx';
import type { TextScope } from './file-addresses.ts';
import { isVeryLong, pageSides, type PageSides } from './page-sides.ts';
import type { Place } from './place.ts';
import { type RenderedAction, RenderedDifference } from './rendered-difference.tsx';
import { pageOf, type Side, type DifferenceViewOptions } from './sides.ts';
import { SourceDifference, type LineTools } from './source-difference.tsx';
import { ChangedPagesButton, ViewControls } from './view-controls.tsx';
import { viewedOf, viewedPages } from './viewed-pages.ts';
import { isViewed, setViewed } from './viewed.ts';

interface PageFieldChangesProps {
  change: PageChange;
  /** Returns a page's title by id. */
  titleOf: (id: string) => string;
}

/** Changed fields of a page, before and after, without its text. */
function PageFieldChanges({ change, titleOf }: PageFieldChangesProps) {
  const fields = fieldChanges(change, titleOf);
  if (fields.length === 0) return null;
  return (
    <table aria-label="Changed properties" className="difference mb-4 w-full border-collapse text-start">
      <tbody>
        {fields.map(({ name, before, after }) => (
          <tr key={name} className="border-b border-line align-top">
            <th scope="row" className="w-40 py-1.5 pr-3 text-start font-medium">
              {name}
            </th>
            <td className="py-1.5 wrap-anywhere">
              {before && (
                <p>
                  <del>{before}</del>
                </p>
              )}
              {after && (
                <p>
                  <ins>{after}</ins>
                </p>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PageDifferenceProps {
  organizationId: string;
  path: TextScope;
  /** Whose pages are marked as viewed; absent where none are. */
  changeRequestId?: string;
  change: PageChange;
  base: Side;
  next: Side;
  /** Returns a page's title by id. */
  nameOf: (id: string) => string;
  choice: DifferenceViewOptions;
  onChoose: (choice: DifferenceViewOptions) => void;
  /** No other page changed. */
  isOnlyChange: boolean;
  /** The actions of a page; beside the title. */
  actions?: ReactNode;
  /** Opens the next or previous changed page. */
  onStep: (step: 1 | -1) => void;
  /** Shown above the text. */
  above?: ReactNode;
  /** Where the text opens. */
  place: Place;
  /** For the lines of the source. */
  lineTools: LineTools;
  renderLink: DocumentContext['renderLink'];
  /** Ids of blocks with something below them. */
  commentedBlocks: ReadonlySet<string>;
  renderBelow: (nodeId: string, innerIds: readonly string[]) => ReactNode;
  renderDetached: (present: readonly string[]) => ReactNode;
  /** Begins a comment on the block of a row, or on the page; absent for those who can't comment. */
  startComment?: ((row: Element | null) => void) | undefined;
}

/** The differences of one page: fields, text in the chosen view, and whether it was viewed. */
// oxlint-disable-next-line max-lines-per-function -- each key repeats a control of the markup below it
export function PageDifference(props: PageDifferenceProps) {
  const { organizationId, changeRequestId, change, nameOf, choice, onChoose, onStep } = props;
  const viewedByRequest = useStore(viewedPages);
  const wasViewed =
    changeRequestId !== undefined && isViewed(viewedOf(viewedByRequest, changeRequestId), change);
  const differs = change.kind !== 'same';
  const isPhone = useMatches('(width < 48rem)');
  const [stepsSlot, setStepsSlot] = useState<HTMLElement | null>(null);
  const { view = 'rendered', layout = 'inline' } = choice;
  const noOtherReason = props.isOnlyChange && 'No other changed pages.';
  const toggle = () => {
    if (differs && changeRequestId !== undefined)
      setViewed({ organizationId, changeRequestId }, change, !wasViewed);
  };
  const viewedControl = differs && changeRequestId !== undefined && (
    <label className="flex shrink-0 items-center gap-2">
      <input type="checkbox" className="checkbox" checked={wasViewed} onChange={toggle} />
      Viewed
    </label>
  );
  const markViewedAndGoNext = () => {
    toggle();
    if (!wasViewed) onStep(1);
  };
  const { action } = props.lineTools;
  const rendered = useRef<RenderedAction>(null);
  // Where nothing is selected, lines are selected in the source.
  const toSource =
    action && view !== 'source' && !action.disabledReason
      ? [
          {
            label: action.label,
            icon: action.icon,
            keys: action.keys,
            run: () => {
              if (!rendered.current?.run()) onChoose({ view: 'source' });
            },
          },
        ]
      : [];
  const { startComment } = props;
  const comment = startComment
    ? [
        {
          label: 'Comment',
          icon: <MessageSquarePlus />,
          keys: 'c',
          run: () => startComment(rendered.current?.row() ?? null),
        },
      ]
    : [];
  useScreenActions([
    ...toSource,
    ...comment,
    ...(changeRequestId === undefined
      ? []
      : [
          {
            label: 'Mark as viewed and go to next page',
            icon: <Check />,
            keys: 'v',
            run: markViewedAndGoNext,
          },
        ]),
    { label: 'Next changed page', icon: null, keys: ']', run: () => onStep(1) },
    { label: 'Previous changed page', icon: null, keys: '[', run: () => onStep(-1) },
  ]);
  return (
    <article aria-label={titleOf(change)} className="in-order">
      <header className="difference-toolbar">
        <ChangedPagesButton />
        <div className="flex min-w-0 items-center gap-2 max-sm:flex-col max-sm:items-start max-sm:gap-0">
          <h2 dir="auto" title={titleOf(change)}>
            {titleOf(change)}
          </h2>
          {labelsOf(change).map((label) => (
            <Badge key={label} tone={toneOfChange(label)}>
              {label}
            </Badge>
          ))}
        </div>
        <div ref={setStepsSlot} className="difference-steps" />
        {props.actions}
        <ViewControls choice={choice} onChoose={onChoose} />
        {!isPhone && viewedControl}
      </header>
      <PageFieldChanges change={change} titleOf={nameOf} />
      {props.above}
      <Suspense fallback={<SkeletonRows label="Comparing" />}>
        <StepsSlot value={stepsSlot}>
          <Text {...props} view={view} sideBySide={layout === 'side' && !isPhone} actionRef={rendered} />
        </StepsSlot>
      </Suspense>
      <div className="mt-3 flex items-center justify-between gap-2">
        <Button disabledReason={noOtherReason} onClick={() => onStep(-1)}>
          Previous page
        </Button>
        {isPhone && viewedControl}
        <Button disabledReason={noOtherReason} onClick={() => onStep(1)}>
          Next page
        </Button>
      </div>
    </article>
  );
}

/** How the text is shown: a page that is too long to compare as rendered by its source, and where suggestions stand at blocks. */
export function useShownText(
  change: PageChange | undefined,
  base: Side,
  next: Side,
  view: DifferenceViewOptions['view'],
): { isSource: boolean; hasSuggestions: boolean } {
  const enabled = change !== undefined && view !== 'source';
  const [{ data: old }, { data: fresh }] = useQueries({
    queries: [
      { ...pageOf(base, change?.base?.page.id, 'document'), enabled },
      { ...pageOf(next, change?.next?.page.id, 'document'), enabled },
    ],
  });
  const isSource = !enabled || isVeryLong({ base: old ?? undefined, next: fresh ?? undefined });
  return { isSource, hasSuggestions: isSource || fresh?.document?.lines !== undefined };
}

interface TextProps extends PageDifferenceProps {
  view: 'rendered' | 'source';
  sideBySide: boolean;
  actionRef: RefObject<RenderedAction | null>;
}

/** The source of both sides as it is shown. */
function withPaths({ base, next, cacheKey }: PageSides, { show }: LinkPaths): PageSides {
  const withShown = (page: Page | undefined) => page && { ...page, markdown: show(page.markdown ?? '') };
  return { base: withShown(base), next: withShown(next), cacheKey };
}

interface ShownSourceProps extends Pick<TextProps, 'sideBySide' | 'place'> {
  sides: PageSides;
  tools: LineTools;
}

/** The source of both sides, with paths for ids. */
function ShownSource({ sides, ...props }: ShownSourceProps) {
  const paths = useContext(LinkPathsContext);
  const { base, next } = sides;
  const shown = useMemo(() => withPaths({ base, next, cacheKey: [] }, paths), [base, next, paths]);
  const cacheKey = [...sides.cacheKey, paths.key];
  return <SourceDifference {...shown} {...props} cacheKey={cacheKey} stored={next?.markdown ?? ''} />;
}

function Text(props: TextProps) {
  const queryClient = useQueryClient();
  const {
    path,
    change,
    base,
    next,
    view,
    sideBySide,
    renderLink,
    nameOf,
    commentedBlocks,
    renderBelow,
    renderDetached,
  } = props;
  const format = view === 'source' ? 'markdown' : 'document';
  const [{ data: old }, { data: fresh }] = useSuspenseQueries({
    queries: [pageOf(base, change.base?.page.id, format), pageOf(next, change.next?.page.id, format)],
  });
  const sides = pageSides(change, base, old, fresh);
  if (view === 'rendered' && isVeryLong(sides)) {
    return (
      <>
        <Callout tone="info" className="mb-3">
          This page is too long to compare as rendered. Showing the source.
        </Callout>
        <Suspense fallback={<SkeletonRows label="Comparing" />}>
          <Text {...props} view="source" />
        </Suspense>
      </>
    );
  }
  const key = sides.cacheKey.join();
  if (view === 'source')
    return (
      <ShownSource
        key={key}
        sides={sides}
        sideBySide={sideBySide}
        place={props.place}
        tools={props.lineTools}
      />
    );
  return (
    <RenderedDifference
      key={key}
      {...sides}
      path={path}
      sideBySide={sideBySide}
      place={props.place}
      renderLink={renderLink}
      pageNameOf={(href) => {
        const address = parseHref(href, { spaceId: path.spaceId, path: '' });
        return address.kind === 'page' ? nameOf(address.pageId) : undefined;
      }}
      commentedBlocks={commentedBlocks}
      renderBelow={renderBelow}
      renderDetached={renderDetached}
      lineTools={props.lineTools}
      loadSource={async () => {
        const page = await queryClient.ensureQueryData(pageOf(next, change.next?.page.id, 'markdown'));
        return page?.markdown ?? '';
      }}
      actionRef={props.actionRef}
    />
  );
}
