import type { Item } from './fetch-page.ts';

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
