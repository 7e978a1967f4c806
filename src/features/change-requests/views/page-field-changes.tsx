import type { PageChange } from '../differences/compare-trees.ts';
import { fieldChanges } from './change-labels.ts';

interface PageFieldChangesProps {
  change: PageChange;
  /** Returns a page's title by id. */
  titleOf: (id: string) => string;
}

/** Changed fields of a page, before and after, without its text. */
export function PageFieldChanges({ change, titleOf }: PageFieldChangesProps) {
  const facts = fieldChanges(change, titleOf);
  if (facts.length === 0) return null;
  return (
    <table aria-label="Changed properties" className="difference mb-4 w-full border-collapse text-start">
      <tbody>
        {facts.map(({ name, before, after }) => (
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
