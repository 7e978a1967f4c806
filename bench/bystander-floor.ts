/**
 * What a bystander waits for where the server's statements are sent by the least code: a process with one handler, which sends
 * recorded statements one after the other and responds with recorded bytes. No caller is looked up, nothing is checked,
 * viewed or serialized. Built and started by `bystander.ts`; prints its port.
 */
import fastify from 'fastify';
import { CompiledQuery } from 'kysely';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { connect, type DatabaseLocation } from '../server/database/engine/connect.ts';
import { SharedReads } from '../server/database/engine/shared-reads.ts';
import type { RecordedResponse } from './recorded-responses.ts';

/** What the process reads from the file that it is given. */
export interface FloorInput {
  location: DatabaseLocation;
  responses: RecordedResponse[];
  siteId: string;
}

const compress = promisify(brotliCompress);
/** As the server does it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } };

const [, , file = ''] = process.argv;
const { location, responses, siteId }: FloorInput = JSON.parse(readFileSync(file, 'utf8'));
const { db } = await connect(location);
const shared = new SharedReads<Buffer>();
const byPath = new Map(responses.map((response) => [response.path, response]));

async function answer({ statements, body }: RecordedResponse): Promise<Buffer> {
  for (const { text, values } of statements) await db.executeQuery(CompiledQuery.raw(text, [...values]));
  return compress(body, BROTLI);
}

const app = fastify();
app.get('/*', async ({ url }, reply) => {
  const response = byPath.get(url);
  if (!response) return reply.code(404).send();
  reply.type('application/json').header('content-encoding', 'br');
  return reply.send(await (response.isShared ? shared.get(url, () => answer(response)) : answer(response)));
});
// A section is written, which changes the version of the structure.
app.post<{ Params: { section: string } }>(
  '/v1/orgs/:organization/sites/:site/sections/:section/move',
  async ({ params }) => {
    const text = 'update site_sections set rank = rank where id = $1 and site_id = $2';
    await db.executeQuery(CompiledQuery.raw(text, [params.section, siteId]));
    return {};
  },
);

await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
console.log(address !== null && typeof address === 'object' ? address.port : 0);
