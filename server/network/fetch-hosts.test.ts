// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { FetchHosts, FetchHostsError } from './fetch-hosts.ts';

const allows = (text: string, address: string, host = address, port = '443') =>
  FetchHosts.parse(text).allowsAddress(address, { host, port });

describe('networks', () => {
  it.each([
    ['10.2.0.0/16', '10.2.255.255'],
    ['10.2.3.4', '10.2.3.4'],
    ['fd00:1::/32', 'fd00:1::7'],
    ['[fd00::7]', 'fd00::7'],
    ['100.64.0.0/10', '100.64.1.1'],
    ['127.0.0.0/8', '127.0.0.1'],
    ['::1', '::1'],
  ])('%s has %s', (network, address) => {
    expect(allows(network, address)).toBe(true);
  });

  it.each([
    ['10.2.0.0/16', '10.3.0.0'],
    ['10.2.3.4:8080', '10.2.3.4'],
    ['0.0.0.0/0', '169.254.169.254'],
    ['0.0.0.0/0', '127.0.0.1'],
    ['0.0.0.0/0', '0.0.0.0'],
    ['169.254.0.0/16', '169.254.1.1'],
    ['100.64.0.0/10', '100.100.100.200'],
    ['fe80::/10', 'fe80::1'],
    ['fd00::/8', 'fd00:ec2::254'],
    ['::/0', 'fd00:ec2::254'],
    ['::/0', '::ffff:10.2.3.4'],
    ['10.0.0.0/8', '::ffff:10.2.3.4'],
    ['::/0', '::1'],
    ['::/0', 'fd00::1%eth0'],
    ['', '10.2.3.4'],
  ])('%j has no %s', (network, address) => {
    expect(allows(network, address)).toBe(false);
  });
});

describe('names', () => {
  it.each([
    ['git.corp.example', 'GIT.corp.example', '10.0.0.1', '443'],
    ['git.corp.example.', 'git.corp.example', 'fd00::1', '80'],
    ['git.corp.example:8443', 'git.corp.example', '10.0.0.1', '8443'],
    ['*.corp.example', 'a.b.corp.example', '192.168.1.1', '443'],
    ['bücher.corp.example', 'xn--bcher-kva.corp.example', '10.0.0.1', '443'],
    ['localhost:3000', 'localhost', '127.0.0.1', '3000'],
  ])('%s is %s', (text, host, address, port) => {
    expect(allows(text, address, host, port)).toBe(true);
    expect(FetchHosts.parse(text).allowsName(host)).toBe(true);
  });

  it.each([
    ['git.corp.example', 'other.corp.example', '10.0.0.1', '443'],
    ['git.corp.example:8443', 'git.corp.example', '10.0.0.1', '443'],
    ['*.corp.example', 'corp.example', '10.0.0.1', '443'],
    ['*.corp.example', 'evilcorp.example', '10.0.0.1', '443'],
    ['git.corp.example', 'git.corp.example', '127.0.0.1', '443'],
    ['git.corp.example', 'git.corp.example', '::1', '443'],
    ['git.corp.example', 'git.corp.example', '169.254.169.254', '443'],
    ['git.corp.example', 'git.corp.example', '224.0.0.1', '443'],
  ])('%s is not %s at %s, port %s', (text, host, address, port) => {
    expect(allows(text, address, host, port)).toBe(false);
  });
});

describe('entries that cannot be used', () => {
  it.each([
    '10.2.0.0/33',
    '10.2.0.0/-1',
    '10.2.0.0/1/2',
    'corp.example/16',
    '10.2.3',
    '10.2.3.400',
    'https://git.corp.example',
    'git.corp.example:0',
    'git.corp.example:70000',
    'git.*.example',
    '*',
    'a b',
    '[fd00::1',
    'fd00::1%eth0',
    '-a.example',
    `${'a'.repeat(64)}.example`,
    Array.from({ length: 101 }, (_, index) => `h${index}.example`).join(),
    'x'.repeat(10_001),
  ])('are refused in one sentence: %s', (text) => {
    expect(() => FetchHosts.parse(text)).toThrow(FetchHostsError);
  });
});
