/** An empty row that reserves the height of rows not rendered. */
export function RowSpacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return <tr aria-hidden="true" className="row-gap" style={{ height }} />;
}
