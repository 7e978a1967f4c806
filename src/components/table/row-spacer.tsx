/** An empty row that stands for others, in pixels; nothing where there are none. */
export function RowSpacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return <tr aria-hidden="true" className="row-gap" style={{ height }} />;
}
