// @module-tag without-database
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { type ClientHeaders, registerClientAddress } from './client-address.ts';

async function clientOf(clientHeaders: ClientHeaders, headers: Record<string, string | string[]>) {
  const app = fastify();
  registerClientAddress(app, clientHeaders);
  app.get('/', ({ clientAddress, clientCountry }) => ({ clientAddress, clientCountry }));
  const response = await app.inject({ url: '/', remoteAddress: '10.0.0.9', headers });
  return response.json();
}

const address = { address: 'x-forwarded-for' };
const country = { country: 'cf-ipcountry' };

describe('from where a request comes', () => {
  it.each([
    // Made up by the client; the proxy adds its word at the end.
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['unknown', '10.0.0.9'],
    ['203.0.113.7,', '10.0.0.9'],
    ['203.0.113.7:4711', '10.0.0.9'],
    ['', '10.0.0.9'],
  ])('is what the proxy says in the named header: %j', async (header, expected) => {
    expect(await clientOf(address, { 'x-forwarded-for': header })).toEqual({
      clientAddress: expected,
      clientCountry: null,
    });
  });

  it('is the connection’s address where the operator names no header, or the proxy sends none', async () => {
    const made = { 'x-forwarded-for': '203.0.113.7', 'cf-ipcountry': 'NO' };
    const connection = { clientAddress: '10.0.0.9', clientCountry: null };
    expect(await clientOf({}, made)).toEqual(connection);
    expect(await clientOf(address, { 'x-real-ip': '203.0.113.7' })).toEqual(connection);
  });

  it.each([
    ['NO', 'NO'],
    ['no', 'NO'],
    ['XX', null],
    ['T1', null],
    ['Norway', null],
    ['SE, NO', 'NO'],
  ])('has the country %j as %j', async (header, expected) => {
    expect((await clientOf(country, { 'cf-ipcountry': header })).clientCountry).toBe(expected);
  });
});
