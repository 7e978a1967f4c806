import type { SearchHit, SearchSection } from '#api/generated/types.gen.ts';
import { appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { SearchQuery } from '#server/content/search/search-query.ts';
import { type MatchingSection, findSections } from '#server/content/search/snippet.ts';
import { isStemLanguage } from '#server/content/search/stems.ts';
import type { DocumentSection } from '#server/database/tables/stored-texts.ts';
import type { FoundPage } from './search.queries.ts';

export interface SearchContext {
  organizationId: string;
  query: SearchQuery;
  /** By document id. */
  sections: ReadonlyMap<string, readonly DocumentSection[]>;
  service: ServiceSettings;
}

/** A page with its matching sections. */
export function toSearchHit(page: FoundPage, context: SearchContext): SearchHit {
  const { organizationId, query, sections, service } = context;
  const app = appUrl(service, `/o/${organizationId}/spaces/${page.space_id}/pages/${page.page_id}`);
  const languages = page.languages.filter(isStemLanguage);
  const matchingSections = findSections(sections.get(page.document_id ?? '') ?? [], query, languages);
  return {
    id: page.page_id,
    title: page.title,
    path: page.path,
    sections: matchingSections.map((part) => toSection(part, page, app)),
    urls: { app },
  };
}

/** Text above the first heading gets the id and title of the page. */
function toSection({ section, snippet }: MatchingSection, page: FoundPage, app: string): SearchSection {
  const { anchor, title } = section;
  if (anchor === undefined) {
    return { id: page.page_id, title: page.title, path: page.path, body: snippet, urls: { app } };
  }
  return {
    id: anchor,
    title,
    path: `${page.path}#${anchor}`,
    body: snippet,
    urls: { app: `${app}#${encodeURIComponent(anchor)}` },
  };
}
