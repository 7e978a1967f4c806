import { expect, it } from 'vitest';
import { createMailer } from '#server/network/mailer.ts';
import { sharedDatabase, startApp } from '#server/test/test-app.ts';

it('servers without mail or a host name say what they can’t do', async () => {
  const { app, close } = await startApp({
    database: await sharedDatabase(),
    publicUrl: 'http://127.0.0.1:4400',
    mailer: createMailer(undefined),
  });
  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, payload, headers: { 'x-requested-with': 'console' } });
  expect((await app.inject('/auth/options')).json()).toEqual({
    mail: false,
    passkeys: false,
    demonstration: [],
  });
  expect((await post('/auth/mail', { email: 'ada@press.example' })).statusCode).toBe(409);
  expect((await post('/auth/passkey/options', {})).statusCode).toBe(409);
  await close();
});
