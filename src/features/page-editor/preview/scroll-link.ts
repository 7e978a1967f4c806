/** Lines count from 1; 7.5 is half way to line 8. */
type LineListener = (line: number) => void;

/** Which line is at the top, in the text and in its preview: whichever a person scrolls, the other follows. */
export interface ScrollLink {
  /** The line at the top. */
  line(): number;
  /** The person scrolled the text. */
  textScrolled: LineListener;
  /** The person scrolled the preview. */
  previewScrolled: LineListener;
  /** Connects the text; called with the line to scroll to. @returns a function that disconnects it */
  connectText(scrollTo: LineListener): () => void;
  /** Connects the preview. @returns a function that disconnects it */
  connectPreview(scrollTo: LineListener): () => void;
}

export function createScrollLink(): ScrollLink {
  let line = 1;
  const text = new Set<LineListener>();
  const preview = new Set<LineListener>();
  const scrolled = (others: ReadonlySet<LineListener>) => (next: number) => {
    line = next;
    for (const scrollTo of others) scrollTo(next);
  };
  const connect = (listeners: Set<LineListener>) => (scrollTo: LineListener) => {
    listeners.add(scrollTo);
    return () => void listeners.delete(scrollTo);
  };
  return {
    line: () => line,
    textScrolled: scrolled(preview),
    previewScrolled: scrolled(text),
    connectText: connect(text),
    connectPreview: connect(preview),
  };
}
