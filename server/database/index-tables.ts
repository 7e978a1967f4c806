import type { Json } from './columns.ts';
import type { DocumentLink, DocumentSection } from '#server/content/links/parse-document.ts';

// The tables of migration 007: what search and links know about content.

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
