import { queryOptions } from '@tanstack/react-query';
import { getChangeRequestContent, getSpaceContent } from '#api/generated/sdk.gen.ts';

/** The values that the texts of a space, or of a change request, may name. */
export function variablesOf({
  spaceId,
  changeRequest,
}: {
  spaceId: string;
  changeRequest?: string | undefined;
}) {
  return queryOptions({
    queryKey:
      changeRequest === undefined
        ? [{ _id: 'getSpaceContent', path: { spaceId } }, 'variables']
        : [
            { _id: 'getChangeRequestContent', path: { spaceId, changeRequestId: changeRequest } },
            'variables',
          ],
    queryFn: async ({ signal }): Promise<Record<string, string>> => {
      const more = { query: { metadata: false }, signal, throwOnError: true } as const;
      const { data } =
        changeRequest === undefined
          ? await getSpaceContent({ path: { spaceId }, ...more })
          : await getChangeRequestContent({ path: { spaceId, changeRequestId: changeRequest }, ...more });
      return data.vars ?? {};
    },
  });
}
