import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { LongListRows } from './long-list-rows.tsx';
import { TreeRows } from './tree-rows.tsx';

/** What a row has beside its captured attributes. */
export type RowProps = Record<string, unknown>;

/** A screen as it was captured: its markup, and what it asked the server for before its rows were visible. */
export interface CapturedScreen {
  /** What `main` contains, around its rows. */
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

/** Asks for a list that is scrolled instead of the captured rows. */
const LONG = 'long';

const fetchAll = (requests: string[]): Promise<unknown[]> =>
  Promise.all(requests.map(async (url) => (await fetch(url)).json()));

/** Shows the screen as soon as everything has been fetched. */
export function Screen({ screen }: { screen: CapturedScreen }): ReactNode {
  const { requests, isTree, main } = screen;
  const { data } = useQuery({ queryKey: requests, queryFn: () => fetchAll(requests) });
  if (data === undefined) return null;
  if (isTree) return main(<TreeRows screen={screen} />);
  const isLong = new URLSearchParams(location.search).has(LONG);
  return main(isLong ? <LongListRows screen={screen} /> : <ListRows screen={screen} />);
}

/** First the rows of the first frame, then the others, like the console. */
function ListRows({ screen: { forms, rows, firstRows } }: { screen: CapturedScreen }): ReactNode {
  const count = useDeferredValue(rows.length, firstRows);
  return rows.slice(0, count).map(([form, texts], index) => forms[form]?.(texts, index));
}
