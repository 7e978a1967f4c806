import statics from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notFound } from '#server/base/errors.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import { sendError } from './errors.ts';
import { policyOfPage } from './security-headers.ts';

/** Locations of built files; missing ones are not served. */
export interface ConsoleFiles {
  /** `dist/console`, with `index.html` and hashed files in `assets`. */
  consoleDirectory?: string;
  /** `dist/reference`, with the API reference and the contract. */
  referenceDirectory?: string;
  /** `dist/reader`, with the script and the style sheet of published sites. */
  readerDirectory?: string;
}

const YEAR_SECONDS = 31_536_000;
const NO_CACHE = 'no-cache';
const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;

/** Paths at which programs look for something, and where even a browser gets no page. */
const PROGRAM_PATH =
  /^\/(v1|auth|files|prints|uploads|published|assets|api-reference|livez|readyz|metrics)(\/|$)|\.[a-z0-9]+$/i;

/**
 * Serves the console, the API reference and the contract from precompressed files. Paths of screens get the
 * console's page, which does the routing. At other paths, browsers get the page for missing addresses, with
 * 404.
 */
export async function registerConsole(
  app: FastifyInstance,
  files: ConsoleFiles,
  urls: Pick<ServiceSettings, 'publicUrl' | 'publishedUrl'>,
): Promise<void> {
  const { consoleDirectory, referenceDirectory } = files;
  const hasConsole = consoleDirectory !== undefined && existsSync(join(consoleDirectory, 'index.html'));
  if (referenceDirectory !== undefined && existsSync(join(referenceDirectory, 'index.html'))) {
    await serveReference(app, referenceDirectory);
  }
  if (hasConsole) await serveFolder(app, consoleDirectory, '/', !app.hasReplyDecorator('sendFile'));
  const policy = hasConsole
    ? policyOfPage(readFileSync(join(consoleDirectory, 'index.html'), 'utf8'), urls)
    : '';

  const screens = hasConsole ? readScreens(consoleDirectory) : undefined;

  app.setNotFoundHandler(async (request, reply) => {
    const status = screens && pageStatus(request, screens);
    if (!hasConsole || status === undefined) return sendError(notFound('URL'), request, reply);
    reply.code(status).header('content-security-policy', policy);
    return sendPage(reply, consoleDirectory);
  });
}

async function serveFolder(
  app: FastifyInstance,
  root: string,
  prefix: string,
  decorateReply: boolean,
): Promise<void> {
  await app.register(statics, {
    root,
    prefix,
    decorateReply,
    wildcard: false,
    preCompressed: true,
    index: prefix === '/' ? false : ['index.html'],
    redirect: false,
    // Source maps are for those who have the build.
    globIgnore: ['**/*.br', '**/*.gz', '**/*.map', '.vite/**'],
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes('/assets/') ? IMMUTABLE : NO_CACHE);
    },
  });
}

/** `/api-reference` is the folder's index; the contract is also served at the top level. */
async function serveReference(app: FastifyInstance, root: string): Promise<void> {
  await serveFolder(app, root, '/api-reference/', true);
  app.get('/openapi.yaml', (_request, reply) =>
    reply.header('cache-control', NO_CACHE).sendFile('openapi.yaml', root, { cacheControl: false }),
  );
}

/** Matches the paths of screens, which the build has listed (`scripts/vite/screen-list.ts`). */
function readScreens(root: string): RegExp {
  const screens: string[] = JSON.parse(readFileSync(join(root, '.vite', 'screens.json'), 'utf8'));
  const patterns = screens.map((screen) =>
    screen
      .split('/')
      .filter(Boolean)
      .map((segment) => {
        if (segment.startsWith('{-$')) return '(?:/[^/]+)?';
        return segment.startsWith('$') ? '/[^/]+' : `/${segment}`;
      })
      .join(''),
  );
  return new RegExp(`^(?:${patterns.join('|')})/?$`, 'i');
}

/** With which status the console's page is the answer; undefined where it is none. */
function pageStatus({ method, url, headers }: FastifyRequest, screens: RegExp): 200 | 404 | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const path = url.split('?', 1)[0] ?? '';
  const accepted = headers.accept ?? '*/*';
  if (PROGRAM_PATH.test(path)) return undefined;
  if (screens.test(path)) return /text\/html|\*\/\*/.test(accepted) ? 200 : undefined;
  return accepted.includes('text/html') ? 404 : undefined;
}

function sendPage(reply: FastifyReply, root: string): FastifyReply {
  return reply.header('cache-control', NO_CACHE).sendFile('index.html', root, { cacheControl: false });
}
