/**
 * The console's screens as static markup: the same elements, classes and style sheets, and the same requests, without
 * its code. What a screen needs beyond this page is the cost of that code, not of its elements.
 */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type RefObject,
  StrictMode,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { frame } from 'virtual:frame';
import { screens } from 'virtual:screens';

/** The attributes of a row beside its captured ones. */
export type RowProps = Record<string, unknown>;

/** A screen as it was captured: its markup, and what it asked the server for before its rows were visible. */
export interface CapturedScreen {
  /** The content of `main`, around its rows. */
  main: (rows: ReactNode) => ReactNode;
  /** One function per form of a row: its texts in order, its key, other properties. */
  forms: ((texts: string[], key: number, more?: RowProps) => ReactNode)[];
  /** The form and the texts of each row. */
  rows: [form: number, texts: string[]][];
  /** How many of them were in the first frame with rows. */
  firstRows: number;
  requests: string[];
  isTree: boolean;
}

const fetchAll = (requests: string[]): Promise<unknown[]> =>
  Promise.all(requests.map(async (url) => (await fetch(url)).json()));

/** Shows the screen as soon as everything has been fetched. */
export function Screen({ screen }: { screen: CapturedScreen }): ReactNode {
  const { requests, isTree, main } = screen;
  const { data } = useQuery({ queryKey: requests, queryFn: () => fetchAll(requests) });
  if (data === undefined) return null;
  if (isTree) return main(<TreeRows screen={screen} />);
  return main(<ListRows screen={screen} />);
}

/** First the rows of the first frame, then the others, like the console. */
function ListRows({ screen: { forms, rows, firstRows } }: { screen: CapturedScreen }): ReactNode {
  const count = useDeferredValue(rows.length, firstRows);
  return rows.slice(0, count).map(([form, texts], index) => forms[form]?.(texts, index));
}

/** The number of rows of the measured structure: groups, sections and site spaces. */
const size = 4050;
const rowHeight = 36;

/** Rows that can be dragged; a drop moves one row and does nothing else. There are as many as in the structure. */
export function TreeRows({ screen: { forms, rows } }: { screen: CapturedScreen }): ReactNode {
  const dragged = useRef<number | null>(null);
  const showMarksRef = useRef<(top: number | null) => void>(() => undefined);
  const [order, setOrder] = useState(() => Array.from({ length: size }, (_, index) => index));
  const virtualizer = useVirtualizer({
    count: order.length,
    getScrollElement: () => document.querySelector('[role="tree"]'),
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const drop = (target: number): void => {
    const moved = dragged.current;
    if (moved === null) return;
    showMarksRef.current(null);
    setOrder((before) => {
      const rest = before.filter((id) => id !== moved);
      return rest.toSpliced(rest.indexOf(target), 0, moved);
    });
  };
  const items = virtualizer.getVirtualItems().map(({ index, start }) => {
    const id = order[index] ?? 0;
    const [form, texts] = rows[id % rows.length] ?? [0, []];
    return forms[form]?.(texts, id, {
      style: {
        transform: `translateY(${start}px)`,
        height: rowHeight,
        '--tree-indent': '20px',
        '--tree-step': '20px',
      },
      draggable: true,
      onDragStart: () => {
        dragged.current = id;
        showMarksRef.current(start);
      },
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop: () => drop(id),
    });
  });
  return (
    <>
      {items}
      <DragMarks showRef={showMarksRef} />
    </>
  );
}

/** The marks that the console adds during a drag: a line between the rows and a box beside the pointer. */
function DragMarks({ showRef }: { showRef: RefObject<(top: number | null) => void> }): ReactNode {
  const [top, setTop] = useState<number | null>(null);
  useLayoutEffect(() => {
    showRef.current = setTop;
  }, [showRef]);
  if (top === null) return null;
  return (
    <>
      <div className="drop-line" style={{ top, left: 40 }} />
      {createPortal(
        <div aria-hidden="true" className="drag-ghost" style={{ transform: 'translate(400px, 300px)' }}>
          <div className="truncate font-medium">One section</div>
          <div className="flex items-start gap-1.5 text-ink-soft">
            <svg className="mt-0.5 size-3.5 shrink-0" viewBox="0 0 24 24">
              <path d="m15 10 5 5-5 5" />
              <path d="M4 4v7a4 4 0 0 0 4 4h12" />
            </svg>
            <span className="text-xs text-pretty">Before another section</span>
          </div>
        </div>,
        document.body,
      )}
    </>
  );
}

const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } });

const Frame = (): ReactNode => frame(<Outlet />);
const rootRoute = createRootRoute({ component: Frame });
const routes = screens.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(async () => {
      const screen = await load();
      return { Captured: () => <Screen screen={screen} /> };
    }, 'Captured'),
  }),
);
const router = createRouter({ routeTree: rootRoute.addChildren(routes) });

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined;
  if (link === undefined || link === null) return;
  event.preventDefault();
  router.history.push(link);
});

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
