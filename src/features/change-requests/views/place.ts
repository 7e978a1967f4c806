/** The row at the top of the window, in the differences of a page. */
export interface Place {
  row: () => number;
  setRow: (row: number) => void;
}

interface PageRow {
  pageId: string;
  row: number;
}

/** The page that is open. */
let current: PageRow | null = null;
/** The one that was left for the editor. */
let lastPlace: PageRow | null = null;

/** Keeps the place in a page's differences, for when the user comes back from the editor. */
export function keepPlace(pageId: string): void {
  lastPlace = current?.pageId === pageId ? { ...current } : null;
}

/** The place where a page's differences open: where they were left for the editor, else the top. */
export function openPlace(pageId: string): Place {
  const keptPlace = lastPlace?.pageId === pageId ? lastPlace : null;
  const opened = { pageId, row: keptPlace?.row ?? 0 };
  current = opened;
  return {
    row: () => opened.row,
    setRow(row) {
      opened.row = row;
      // The place that is being left still scrolls, and keeps what it leaves.
      if (lastPlace === keptPlace) lastPlace = null;
    },
  };
}
