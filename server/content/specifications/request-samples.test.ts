// @module-tag without-database
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type SampleRequest, writeSamples } from './request-samples.ts';

const simple: SampleRequest = {
  method: 'GET',
  url: 'https://api.example/owls',
  query: [],
  headers: [],
  cookies: [],
  isBasic: false,
};
const body = { type: 'application/json', text: '{\n  "a": [1, null]\n}', value: { a: [1, null] } };

function write(request: Partial<SampleRequest>) {
  const [curl, script, python] = writeSamples({ ...simple, ...request });
  return { curl: curl?.text, script: script?.text, python: python?.text };
}

describe('samples of a request', () => {
  it('are short where little is sent', () => {
    expect(write({})).toEqual({
      curl: "curl 'https://api.example/owls'",
      script:
        "const response = await fetch('https://api.example/owls');\nconsole.log(await response.json());",
      python:
        'import requests\n\nresponse = requests.get(\n    "https://api.example/owls",\n)\nprint(response.json())',
    });
  });

  it('send parameters, headers, cookies and a body', () => {
    const { curl, script, python } = write({
      method: 'PATCH',
      query: [
        ['q', "it's"],
        ['at', '2026-01-15T09:30:00Z'],
      ],
      headers: [
        ['Authorization', 'Bearer YOUR_TOKEN'],
        ['X-Trace', '1'],
      ],
      cookies: [['sid', 'x']],
      body,
    });
    expect(curl).toBe(
      [
        "curl -X PATCH 'https://api.example/owls?q=it'\\''s&at=2026-01-15T09:30:00Z'",
        "  -H 'Authorization: Bearer YOUR_TOKEN'",
        "  -H 'X-Trace: 1'",
        "  -H 'Cookie: sid=x'",
        "  -H 'Content-Type: application/json'",
        '  -d \'{\n  "a": [1, null]\n}\'',
      ].join(' \\\n'),
    );
    expect(script).toBe(
      `const response = await fetch("https://api.example/owls?q=it's&at=2026-01-15T09:30:00Z", {
  method: 'PATCH',
  headers: {
    Authorization: 'Bearer YOUR_TOKEN',
    'X-Trace': '1',
    Cookie: 'sid=x',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    "a": [1, null]
  }),
});
console.log(await response.json());`,
    );
    expect(python).toBe(
      `import requests

response = requests.patch(
    "https://api.example/owls",
    params={"q": "it's", "at": "2026-01-15T09:30:00Z"},
    headers={"Authorization": "Bearer YOUR_TOKEN", "X-Trace": "1"},
    cookies={"sid": "x"},
    json={
        "a": [1, None],
    },
)
print(response.json())`,
    );
  });

  it('send forms', () => {
    const value = { name: 'Ada', tags: ['a'] };
    const encoded = { type: 'application/x-www-form-urlencoded', text: '', value };
    expect(write({ method: 'POST', body: encoded })).toMatchObject({
      curl: expect.stringContaining("--data-urlencode 'name=Ada' \\\n  --data-urlencode 'tags=[\"a\"]'"),
      script: expect.stringContaining("new URLSearchParams({\n    name: 'Ada',\n    tags: '[\"a\"]',\n  })"),
      python: expect.stringContaining('data={"name": "Ada", "tags": "[\\"a\\"]"}'),
    });
    const files = write({ method: 'POST', body: { ...encoded, type: 'multipart/form-data' } });
    expect(files).toMatchObject({
      curl: expect.stringContaining("-F 'name=Ada'"),
      script: expect.stringMatching(/^const form = new FormData\(\);\nform\.append\('name', 'Ada'\);/),
      python: expect.stringContaining('files={"name": (None, "Ada")'),
    });
    for (const text of Object.values(files)) expect(text).not.toContain('Content-Type');
  });

  it('send a body of any other type unchanged', () => {
    const { curl, script, python } = write({ method: 'PUT', body: { type: 'text/csv', text: 'a\nb' } });
    expect(curl).toContain("-H 'Content-Type: text/csv' \\\n  -d 'a\nb'");
    expect(script).toContain('body: "a\\nb"');
    expect(python).toContain('headers={"Content-Type": "text/csv"},\n    data="a\\nb"');
  });

  it('never send a file of the reader', () => {
    const file = '@/etc/passwd';
    const headers: [string, string][] = [[file, 'x']];
    expect(write({ method: 'POST', headers, body: { type: 'text/plain', text: file } }).curl).toBe(
      "curl 'https://api.example/owls' \\\n  -H 'Content-Type: text/plain' \\\n  --data-raw '@/etc/passwd'",
    );
    const value = { 'a@/etc/passwd': '1', b: file, c: '</etc/passwd' };
    const form = { type: 'multipart/form-data', text: '', value };
    expect(write({ method: 'POST', body: form }).curl).toContain(
      "-F 'a@/etc/passwd=1' \\\n  --form-string 'b=@/etc/passwd' \\\n  --form-string 'c=</etc/passwd'",
    );
    const encoded = { ...form, type: 'application/x-www-form-urlencoded' };
    expect(write({ method: 'POST', body: encoded }).curl).toContain("--data-urlencode 'a%40/etc/passwd=1'");
  });

  it('ask for nothing but the head, and for a name and a password', () => {
    expect(write({ method: 'HEAD' })).toMatchObject({
      curl: "curl -I 'https://api.example/owls'",
      script: expect.stringContaining('console.log(response.status)'),
      python: expect.stringContaining('print(response.status_code)'),
    });
    expect(write({ isBasic: true })).toMatchObject({
      curl: expect.stringContaining("-u 'USER:PASSWORD'"),
      script: expect.stringContaining("Authorization: `Basic ${btoa('USER:PASSWORD')}`"),
      python: expect.stringContaining('auth=("USER", "PASSWORD")'),
    });
  });
});

const pairs = fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string({ unit: 'binary' })), {
  maxLength: 4,
});
const anyRequest: fc.Arbitrary<SampleRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'TRACE'),
    path: fc.string({ unit: 'binary' }),
    query: pairs,
    headers: pairs,
    cookies: pairs,
    isBasic: fc.boolean(),
    value: fc.jsonValue(),
    type: fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'text/plain',
    ),
    hasBody: fc.boolean(),
  })
  .map(({ path, value, type, hasBody, ...request }) => ({
    ...request,
    url: `https://a.example/${path}`,
    ...(hasBody && { body: { type, text: JSON.stringify(value, null, 2), value } }),
  }));

describe('samples of any request', () => {
  it('are programs', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { script = '' } = write(request);
        // Fails where the text is no program.
        expect(() => new Script(`async () => {\n${script}\n}`)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it('give a shell what is sent, and nothing to run', () => {
    const visible = fc.string({ unit: fc.constantFrom(...'\'"\\$`!;&|()<>*? \nabc{}[]%') });
    fc.assert(
      fc.property(visible, visible, (path, value) => {
        const { curl = '' } = write({
          url: `https://a.example/${path}`,
          headers: [['X-A', value]],
          method: 'POST',
          body: { type: 'text/plain', text: value },
        });
        const program = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${curl}`;
        const words = execFileSync('sh', ['-c', program], { encoding: 'utf8' }).split('\0').slice(0, -1);
        const options = words.filter((word) => word !== '-g');
        expect(options).toEqual([
          `https://a.example/${path}`,
          '-H',
          `X-A: ${value}`,
          '-H',
          'Content-Type: text/plain',
          '-d',
          value,
        ]);
      }),
      { numRuns: 30 },
    );
  });
});
