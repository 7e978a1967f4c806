import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { describeUnknownItems } from '#src/lib/text/format.ts';
import { siteStructureOptions, type SitePath } from './queries.ts';

/** Says that the structure of the server has items that the console doesn't know. */
export function UnknownItemsNotice({ site }: { site: SitePath }) {
  const queryClient = useQueryClient();
  const { unknownItems = 0 } = useSuspenseQuery(siteStructureOptions(queryClient, site)).data;
  if (unknownItems === 0) return null;
  return (
    <p className="border-b border-info-line bg-info-soft px-3 py-1">
      {describeUnknownItems(unknownItems)}{' '}
      {unknownItems === 1 ? 'It keeps its place.' : 'They keep their places.'}
    </p>
  );
}
