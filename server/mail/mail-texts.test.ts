import { expect, it } from 'vitest';
import { mailTexts } from './mail-texts.ts';

it.each([
  ['203.0.113.7', 'NO', 'on Firefox on Linux, from Norway, the IP address 203.0.113.7, at noon.'],
  ['203.0.113.7', null, 'on Firefox on Linux, from the IP address 203.0.113.7, at noon.'],
  [null, null, 'on Firefox on Linux, at noon.'],
])('a new sign-in says from where it came, as far as known: %j, %j', (address, country, expected) => {
  const url = 'https://docs.example.com/';
  const { paragraphs } = mailTexts.newDevice({
    device: 'Firefox on Linux',
    address,
    country,
    at: 'noon',
    url,
  });
  expect(paragraphs[0]).toBe(`Someone signed in to your Bindery account ${expected}`);
});
