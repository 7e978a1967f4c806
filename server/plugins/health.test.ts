import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError } from '#server/database/engine/engine-dialect.ts';
import { startApp } from '#server/test/test-app.ts';
import { openTestDatabase } from '#server/test/test-database.ts';
import { registerErrors } from './errors.ts';
import { Readiness } from './health.ts';

describe('readiness', () => {
  it('ends when the server is asked to stop; requests are answered a while longer, then get 503 in the error format', async () => {
    const readiness = new Readiness();
    const { app, close } = await startApp({ readiness });
    const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
    expect(await statusOf('/livez')).toBe(200);
    expect(await statusOf('/readyz')).toBe(200);
    readiness.leave();
    expect(await statusOf('/readyz')).toBe(503);
    // A client that has not noticed yet gets an answer, and has to connect to another server for the next
    // request.
    const late = await app.inject({ url: '/v1/user' });
    expect(late).toMatchObject({ statusCode: 401, headers: { connection: 'close' } });
    readiness.stop();
    const alive = await app.inject({ url: '/livez' });
    expect(alive).toMatchObject({ statusCode: 200, headers: { connection: 'close' } });
    expect(await statusOf('/readyz')).toBe(503);
    const { statusCode, headers, body } = await app.inject({ url: '/v1/user' });
    expect(statusCode).toBe(503);
    expect(headers['retry-after']).toBe('5');
    expect(JSON.parse(body).error).toEqual({ code: 503, message: 'The server is stopping.' });
    await close();
  });

  it('is 503 when the database does not respond', async () => {
    const database = await openTestDatabase();
    const { app } = await startApp({ database });
    await database.close();
    const { statusCode, body } = await app.inject({ url: '/readyz' });
    expect(statusCode).toBe(503);
    expect(JSON.parse(body).error.message).toBe('The database is not responding.');
    await app.close();
  });

  it('is 503 for a request whose database connection broke', async () => {
    const app = fastify();
    registerErrors(app);
    app.get('/', () => Promise.reject(new DatabaseUnavailableError(new Error('ECONNRESET'))));
    const { statusCode, body } = await app.inject({ url: '/' });
    expect(statusCode).toBe(503);
    expect(JSON.parse(body).error.message).toBe('The database is not responding.');
  });
});
