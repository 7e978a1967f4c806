// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { checkUrl, isPublicAddress } from './addresses.ts';

const REJECTED = `
http://127.0.0.1/            http://127.0.0.1./           http://127.1/                http://127.0.1/
http://2130706433/           http://0x7f000001/           http://0x7f.0.0.1/           http://0x7f.1/
http://017700000001/         http://0177.0.0.1/           http://0177.1/               http://127.255.255.254/
http://0/                    http://0.0.0.0/              http://0.1.2.3/              http://00000000/
http://10.0.0.1/             http://10.255.255.255/       http://0xa.0.0.1/            http://012.0.0.1/
http://172.16.0.1/           http://172.31.255.255/       http://192.168.0.1/          http://3232235521/
http://169.254.169.254/      http://0xa9fea9fe/           http://2852039166/           http://169.254.0.1/
http://100.64.0.1/           http://100.127.255.254/      http://100.100.100.200/      http://168.63.129.16/
http://192.0.0.1/            http://192.0.2.1/            http://198.51.100.1/         http://203.0.113.1/
http://198.18.0.1/           http://198.19.255.255/       http://192.88.99.1/          http://224.0.0.1/
http://239.255.255.255/      http://240.0.0.1/            http://255.255.255.255/      http://１２７.０.０.１/
http://①②⑦.0.0.1/            http://127。0。0。1/          http://[::1]/                http://[::]/
http://[0:0:0:0:0:0:0:1]/    http://[::ffff:127.0.0.1]/   http://[::ffff:7f00:1]/      http://[::ffff:8.8.8.8]/
http://[::127.0.0.1]/        http://[::8.8.8.8]/          http://[64:ff9b::127.0.0.1]/ http://[64:ff9b::8.8.8.8]/
http://[64:ff9b:1::1]/       http://[2002:7f00:1::]/      http://[2002:808:808::1]/    http://[2001::1]/
http://[2001:0:7f00:1::]/    http://[2001:db8::1]/        http://[2001:20::1]/         http://[3fff::1]/
http://[fe80::1]/            http://[fe80::1%25eth0]/     http://[febf::1]/            http://[fec0::1]/
http://[fc00::1]/            http://[fdff::1]/            http://[ff02::1]/            http://[ff0e::1]/
http://[100::1]/             http://[5f00::1]/            http://[4000::1]/            http://[e000::1]/
http://localhost/            http://LOCALHOST./           http://app.localhost/        http://printer.local/
http://metadata.google.internal/ http://router.home.arpa/ http://localhost.localdomain/ http://user@example.org/
http://user:secret@example.org/ http://:secret@example.org/ ftp://example.org/         file:///etc/passwd
gopher://example.org/        data:text/plain,hello        javascript:alert(1)          blob:http://example.org/1
http://[::1                  http://1.2.3.256/            http://example.org:99999/    http://0x100000000/
http://example.org:8080/      https://example.org:8443/    http://example.org:22/        http://example.org:6379/
//example.org/               example.org                  http://                      unix:/run/docker.sock
`
  .split(/\s+/)
  .filter((line) => line !== '');

const ACCEPTED = [
  'http://example.org/',
  'https://example.org:443/a?b=c#d',
  'http://example.org:443/',
  'http://8.8.8.8/',
  'http://134744072/',
  'http://172.15.255.255/',
  'http://172.32.0.1/',
  'http://100.63.255.255/',
  'http://100.128.0.1/',
  'http://[2606:4700:4700::1111]/',
  'https://bücher.example/',
];

const guarded = { allowPrivate: false };

describe('checkUrl', () => {
  it('has many URLs to reject', () => {
    expect(REJECTED.length).toBeGreaterThan(90);
  });

  it.each(REJECTED)('rejects %s', (address) => {
    expect(() => checkUrl(address, guarded)).toThrow(expect.objectContaining({ failure: 'refused' }));
  });

  it.each(ACCEPTED)('accepts %s', (address) => {
    expect(checkUrl(address, guarded).href).toBe(new URL(address).href);
  });

  it('accepts non-ASCII letters, however often it is called', () => {
    for (let round = 0; round < 20_000; round += 1) checkUrl('https://bücher.example/', guarded);
    expect(checkUrl('https://bücher.example/', guarded).hostname).toBe('xn--bcher-kva.example');
  });

  it('accepts private addresses if allowed, and nothing else', () => {
    expect(checkUrl('http://127.0.0.1:4400/', { allowPrivate: true }).port).toBe('4400');
    expect(() => checkUrl('file:///etc/passwd', { allowPrivate: true })).toThrow('Only http and https');
    expect(() => checkUrl('http://user@127.0.0.1/', { allowPrivate: true })).toThrow('user name');
  });
});

describe('isPublicAddress', () => {
  it.each(['fe80::1%eth0', '2606:4700::1%1', 'example.org', '', '127.1', '::ffff:1.1.1.1'])(
    'is false for %j',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );
});
