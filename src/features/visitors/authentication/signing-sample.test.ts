import { describe, expect, it } from 'vitest';
import { sampleClaims, signingSample } from './signing-sample.ts';

const claim = (name: string, more: object = {}) => ({ name, description: '', ...more });

describe('sampleClaims', () => {
  it('are those that a token can have, with values of their types', () => {
    const claims = [
      claim('isPartner', { type: 'boolean' }),
      claim('unsigned.isDeveloper', { type: 'boolean' }),
      claim('plan', { type: 'string', values: ['free', 'paid'] }),
      claim('seats', { type: 'integer' }),
      claim('fourth'),
    ];
    expect(sampleClaims(claims)).toEqual({ isPartner: true, plan: 'free', seats: 1 });
    expect(sampleClaims([claim('team', { type: 'string' })])).toEqual({ team: 'example' });
  });
});

describe('signingSample', () => {
  it('has the values of the site, as code', () => {
    const publishedUrl = 'https://bindery.example/published/o/a"b/';
    const sample = signingSample({
      publishedUrl,
      claims: [claim('isPartner', { type: 'boolean' })],
      language: 'node',
    });
    expect(sample).toContain(`const SITE = ${JSON.stringify(publishedUrl)};`);
    expect(sample).toContain('const claims = {\n    "isPartner": true\n  };');
  });

  it('writes values as Python does', () => {
    const claims = [claim('isPartner', { type: 'boolean' }), claim('plan', { values: ['a"b'] })];
    const sample = signingSample({ publishedUrl: undefined, claims, language: 'python' });
    expect(sample).toContain('        "isPartner": True,\n        "plan": "a\\"b",\n        "exp": ');
  });

  it('says so before the site has an address', () => {
    expect(signingSample({ publishedUrl: undefined, claims: [], language: 'node' })).toContain(
      '"https://docs.example.com/"',
    );
  });
});
