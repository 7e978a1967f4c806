import type { ImportSource } from '#api/generated/types.gen.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { ImportError } from '#server/content/import/import-error.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { ReadSource } from '../prepared-import.ts';
import { crawlWebsite, fetchHtml, fetchMarkdown } from './crawl-website.ts';
import { fetchRepository } from './fetch-repository.ts';
import { fetchSource, type SourceReading, type StoredSource } from './fetch-source.ts';
import { readTree, readUploads, readWeb } from './read-tree.ts';
import { isRepositoryAddress, placeOf, type RepositoryPlace } from './repository-address.ts';

const ARCHIVE = 'application/zip, application/octet-stream;q=0.9, */*;q=0.5';
const DOCUMENT_OF_WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Reads the source of a run. */
export async function readSourceOf(reading: SourceReading): Promise<ReadSource> {
  const { url, repository, source } = reading.run.request;
  if (repository) return readRepository(reading, placeOf(repository));
  if (url === undefined) return readUploads(reading);
  const mayBeRepository = source === undefined || source === 'github-wiki';
  if (mayBeRepository && isRepositoryAddress(url)) return readRepository(reading, placeOf({ url }));
  return readAddress(reading, url, source ?? kindOf(url));
}

async function readAddress(reading: SourceReading, url: string, source: ImportSource): Promise<ReadSource> {
  switch (source) {
    case 'website':
      return readWeb(reading, url, await crawlWebsite(reading, url));
    case 'html':
      return readWeb(reading, url, await fetchHtml(reading, url));
    case 'markdown':
      return readWeb(reading, url, await fetchMarkdown(reading, url));
    case 'docx':
      return readTree(reading, [
        await fetchSource(reading, url, { name: nameOf(url, 'document.docx'), accept: DOCUMENT_OF_WORD }),
      ]);
    case 'google-docs':
      return readTree(reading, [await fetchGoogleDocument(reading, url)]);
    default: {
      const name = nameOf(url, 'archive.zip');
      const archive = await fetchSource(reading, url, { name, accept: ARCHIVE });
      return readTree(reading, [archive], { isArchive: true });
    }
  }
}

/** What an address is likely to lead to. */
function kindOf(url: string): ImportSource {
  const { hostname = '', pathname = '' } = parseUrl(url) ?? {};
  if (hostname === 'docs.google.com') return 'google-docs';
  if (/\.zip$/i.test(pathname)) return 'zip';
  if (/\.docx$/i.test(pathname)) return 'docx';
  return /\.(md|markdown|mdx)$/i.test(pathname) ? 'markdown' : 'website';
}

function nameOf(url: string, otherwise: string): string {
  const [name = ''] = parseUrl(url)?.pathname.split('/').slice(-1) ?? [];
  const extension = otherwise.slice(otherwise.lastIndexOf('.'));
  return name.toLowerCase().endsWith(extension) ? name : otherwise;
}

/** A repository by its host's archive, or as Git receives it. */
async function readRepository(reading: SourceReading, place: RepositoryPlace): Promise<ReadSource> {
  const { archive, folder } = place;
  if (archive === undefined)
    return readTree(reading, [await fetchRepository(reading, place)], { folder: '' });
  try {
    const source = await fetchSource(reading, archive, { name: 'repository.zip', accept: ARCHIVE });
    return await readTree(reading, [source], { folder });
  } catch (error) {
    if (!(error instanceof FetchError) || error.failure !== 'status') throw error;
    throw new ImportError(
      `The repository has no archive that anyone may read: check its address and branch. ${error.message}`,
    );
  }
}

/** A document of Google Docs that anyone may read: as HTML with its pictures, else as a document of Word. */
async function fetchGoogleDocument(reading: SourceReading, address: string): Promise<StoredSource> {
  const id = /^\/document\/(?:u\/\d+\/)?d\/([\w-]+)/.exec(parseUrl(address)?.pathname ?? '')?.[1];
  if (id === undefined) throw new ImportError('This is not the address of a document of Google Docs.');
  const exportUrl = `https://docs.google.com/document/d/${id}/export`;
  for (const [format, type, name] of [
    ['zip', 'application/zip', 'document.zip'],
    ['docx', DOCUMENT_OF_WORD, 'document.docx'],
  ] as const) {
    try {
      const fetched = await fetchSource(reading, `${exportUrl}?format=${format}`, { name, accept: type });
      // Who may not read it is asked to sign in.
      if (!fetched.contentType.startsWith('text/html')) return fetched;
    } catch (error) {
      if (!(error instanceof FetchError) || error.failure !== 'status') throw error;
    }
  }
  throw new ImportError(
    'The document cannot be read by everyone who has its link. Share it, or download and upload it.',
  );
}
