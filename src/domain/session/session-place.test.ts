import { expect, it } from 'vitest';
import { describePlace } from './session-place.ts';

const here = { address: '203.0.113.7', hostname: 'docs.example.com' };

it.each([
  [{ address: '198.51.100.4', country: 'NO' }, 'Norway\n198.51.100.4'],
  [{ address: '203.0.113.7', country: 'NO' }, 'Norway\n203.0.113.7 · same as here'],
  [{ address: '203.0.113.7', country: 'NO', current: true }, 'Norway\n203.0.113.7'],
  [{ address: '198.51.100.4' }, '198.51.100.4'],
  [{ address: '203.0.113.7' }, '203.0.113.7 · same as here'],
  [{ address: '192.168.1.20' }, 'Private network\n192.168.1.20'],
  [{ address: '172.31.0.9' }, 'Private network\n172.31.0.9'],
  [{ address: '172.32.0.9' }, '172.32.0.9'],
  [{ address: '100.127.0.9' }, 'Private network\n100.127.0.9'],
  [{ address: '100.128.0.9' }, '100.128.0.9'],
  [{ address: '::ffff:10.0.0.7' }, 'Private network\n::ffff:10.0.0.7'],
  [{ address: 'fd00::1' }, 'Private network\nfd00::1'],
  [{ address: 'fe80::1' }, 'Private network\nfe80::1'],
  [{ address: '2a00::1' }, '2a00::1'],
  [{ address: '127.0.0.1' }, 'Through a proxy\n127.0.0.1'],
  [{ country: 'NO' }, 'Norway'],
  [{ address: '198.51.100.4', country: 'nowhere' }, 'nowhere\n198.51.100.4'],
  [{}, ''],
])('the place of %j is %j', (session, place) => {
  expect(describePlace({ current: false, ...session }, here)).toBe(place);
});

it.each(['localhost', 'docs.localhost', '127.0.0.1', '::1'])('this computer is that of %s', (hostname) => {
  expect(describePlace({ address: '::1', current: true }, { address: '::1', hostname })).toBe(
    'This computer\n::1',
  );
});
