/** A list item with a name; its other fields depend on the list. */
export interface Item {
  id: string;
  title: string;
  details: string[];
}

interface PageResponse {
  items: Record<string, unknown>[];
}

/** Fetches one page of a list of the measured organization. */
export async function fetchPage(path: string): Promise<{ items: Item[] }> {
  const response = await fetch(`/baseline-api/${path}`);
  const body: PageResponse = await response.json();
  return { items: body.items.map(toItem) };
}

/** Shows all texts of an item, so that a row costs about as much as in the console. */
function toItem(item: Record<string, unknown>, index: number): Item {
  const texts = Object.values(item).filter((value) => typeof value === 'string');
  return { id: String(item.id ?? index), title: texts[0] ?? '', details: texts.slice(1, 5) };
}

/** A plain table of items with names. */
export function Rows({ label, items }: { label: string; items: Item[] }) {
  return (
    <table aria-label={label}>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <td>{item.title}</td>
            {item.details.map((text) => (
              <td key={text}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
