import type { Json } from './columns.ts';
import type { DocumentLink, DocumentSection } from '#server/content/links/parse-document.ts';

// The tables of migration 007: search index and links.

export interface DocumentFactsTable {
  document_id: string;
  version: number;
  links: Json<DocumentLink[]>;
  anchors: Json<string[]>;
  sections: Json<DocumentSection[]>;
}

export interface SearchPagesTable {
  space_id: string;
  page_id: string;
  document_id: string | null;
  title: string;
  path: string;
  fingerprint: string;
  words: string;
}

export interface SpaceIndexesTable {
  space_id: string;
  revision_id: string;
  version: number;
  links: number;
  broken: number;
}
