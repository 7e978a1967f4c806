import { getSitePreview } from '#api/generated/sdk.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { openTab } from './open-tab.ts';

/** The content that a preview shows instead of a space's own. */
export type PreviewContent = (
  | { changeRequest: string }
  | { revision: string }
  | { branchPreview: string }
) & {
  /** The page to begin with, if it is there. */
  page?: string | undefined;
};

interface SitePath {
  organizationId: string;
  siteId: string;
}

/** Opens a preview in a new tab. Its address is asked for each time: it is valid for an hour. */
export function openPreview(path: SitePath, content: PreviewContent): Promise<void> {
  return openTab(() => previewUrl(path, content));
}

async function previewUrl(path: SitePath, { page, ...content }: PreviewContent): Promise<string> {
  const begin = async (at: { page?: string }) =>
    (await getSitePreview({ path, query: { ...content, ...at }, throwOnError: true })).data.url;
  if (page === undefined) return begin({});
  try {
    return await begin({ page });
  } catch (error) {
    // The change request removes this page.
    if (error instanceof ApiError && error.status === 404) return begin({});
    throw error;
  }
}
