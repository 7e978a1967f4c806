// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { describeDevice, deviceOf, originOf } from './devices.ts';

const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1';

describe('a device', () => {
  it.each([
    [EDGE, 'Microsoft Edge on Windows'],
    [IPHONE, 'Safari on iOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'an unknown device'],
    ['', 'an unknown device'],
    [null, 'an unknown device'],
  ])('is described from %s', (userAgent, description) => {
    expect(describeDevice(userAgent)).toBe(description);
  });

  it('has only what is known', () => {
    expect(deviceOf('(X11; Linux x86_64)')).toEqual({ system: 'Linux' });
    expect(deviceOf(null)).toEqual({});
  });

  it('is stored in a size and with characters that do no harm', () => {
    const origin = originOf({
      headers: { 'user-agent': `A\u0000\u00e9${'x'.repeat(16_000)}` },
      clientAddress: '::1',
      clientCountry: 'NO',
    });
    expect(origin).toEqual({ userAgent: `A${'x'.repeat(511)}`, address: '::1', country: 'NO' });
    expect(originOf({ headers: {}, clientAddress: '', clientCountry: null })).toEqual({
      userAgent: null,
      address: null,
      country: null,
    });
  });
});
