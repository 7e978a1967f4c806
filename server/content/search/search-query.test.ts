// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neighborsOf } from './one-letter.ts';
import {
  addCorrections,
  findNeighbors,
  matchesQuery,
  matchesTerm,
  parseSearchQuery,
  requireWholeRuns,
} from './search-query.ts';
import { toStemLanguages } from './stems.ts';
import { tokenize } from './tokenize.ts';

/** Whether a query finds a text in languages, evaluated as the database does. */
function finds(typed: string, text: string, ...tags: string[]): boolean {
  const languages = toStemLanguages(tags);
  const query = parseSearchQuery(typed, languages);
  return query !== undefined && matchesQuery(query, tokenize(text, languages));
}

describe('a person who types another form of a word', () => {
  it.each([
    ['en', 'installing plugins', 'How to install a plugin'],
    ['en', 'deploy', 'Deployment'],
    ['en', 'connection', 'Connect to it'],
    ['en', 'query', 'Slow queries'],
    ['de', 'Häuser', 'Das Haus'],
    ['de', 'Einstellung', 'Alle Einstellungen'],
    ['de', 'Hausern', 'Viele Häuser'],
    ['fr', 'configurations', 'La configuration'],
    ['es', 'canción', 'Las canciones'],
    ['pt-BR', 'instalações', 'A instalação'],
    ['it', 'utenti', "Un utente dell'app"],
    ['nl', 'gebruiker', 'Alle gebruikers'],
    ['sv', 'användare', 'Användarens namn'],
    ['nn', 'brukar', 'Brukaren'],
    ['ru', 'сервера', 'Настроить сервер'],
    ['el', 'σελίδες', 'Η σελίδα'],
    ['tr', 'evlerde', 'Ev'],
    ['ar', 'الكتاب', 'كتاب'],
  ])('finds it in a space in %s: %s', (language, typed, text) => {
    expect(finds(typed, text, language)).toBe(true);
  });

  it('finds words of another script in its commonest language', () => {
    expect(finds('сервера', 'Настроить сервер')).toBe(true);
    expect(finds('servers', 'Сервер, a server', 'ru')).toBe(true);
  });

  it('finds no words that only begin alike', () => {
    expect(finds('installer guide', 'instances of a guide')).toBe(false);
    expect(finds('Häuser', 'Hausboot', 'de')).toBe(false);
  });

  it('finds a word in no language that the space is not in', () => {
    expect(finds('Häuser', 'Haus', 'en')).toBe(false);
  });
});

describe('a person who types a word with or without a sign', () => {
  it.each([
    ['email', 'Send an e-mail.'],
    ['emai', 'Send an e-mail.'],
    ['e-mail', 'Send an email.'],
    ['e-mails now', 'An email, now'],
    ['utf8', 'In UTF-8'],
    ['UTF-8', 'In utf8'],
    ['nodejs', 'With Node.js'],
    ['dont', 'Don’t'],
    ["don't", 'dont'],
    ['database', 'data\u00adbase'],
  ])('finds %s in "%s"', (typed, text) => {
    expect(finds(typed, text)).toBe(true);
  });

  it('finds the words by themselves, but no numbers that signs separate', () => {
    expect(finds('mail', 'e-mail')).toBe(true);
    expect(finds('e-mail', 'e or mail')).toBe(true);
    expect(finds('20240105', '2024-01-05')).toBe(false);
    expect(finds('endnext', 'The end. Next')).toBe(false);
  });
});

describe('a person who types a run in a script without blanks', () => {
  it.each([
    ['生产环境部署', '在生产环境中部署应用', true],
    ['生产环境部署', '生产环境', false],
    ['環境変数設定', '環境変数を設定する', true],
    ['部署', '部门', false],
  ])('finds %s in %s: %s', (typed, text, isFound) => {
    expect(finds(typed, text)).toBe(isFound);
  });

  it('needs four fifths of its pairs', () => {
    const letters = [...'一二三四五六七八九十天地玄黄宇宙洪荒日月盈昃辰宿列张'];
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 21 }), fc.array(fc.nat(19), { maxLength: 6 }), (length, gaps) => {
        const run = letters.slice(0, length);
        const pairs = run.slice(1).map((letter, at) => `${run[at] ?? ''}${letter}`);
        const missing = new Set(gaps.filter((at) => at < pairs.length));
        const text = pairs.filter((_, at) => !missing.has(at)).join(' ');
        const query = parseSearchQuery(run.join(''), []);
        if (!query) throw new Error('The query has no word.');
        expect(matchesQuery(query, tokenize(text))).toBe(missing.size <= pairs.length * 0.2);
        expect(matchesQuery(requireWholeRuns(query), tokenize(text))).toBe(missing.size === 0);
      }),
    );
  });

  it('gets a query whose length does not explode', () => {
    expect(parseSearchQuery('生产环境部署'.repeat(80), [])?.match.length).toBeLessThan(60_000);
  });
});

describe('a person who types a wrong letter', () => {
  /** Evaluated with the neighbors that a text has, as those of the database are. */
  const findsNearly = (typed: string, text: string) => {
    const query = parseSearchQuery(typed, ['en']);
    if (!query) return false;
    const words = [...tokenize(text, ['en'])];
    const present = findNeighbors(query).map((terms) =>
      terms.filter((term) => words.some((word) => matchesTerm(term, word))),
    );
    return present.flat().length > 0 && matchesQuery(addCorrections(query, present), words);
  };

  it.each([
    ['instal1ation tide', 'tide', false],
    ['kubernets', 'Kubernetes', true],
    ['kubernetess', 'Kubernetes', true],
    ['kubernetis', 'Kubernetes', true],
    ['kuberentes', 'Kubernetes', true],
    ['xubernetes', 'Kubernetes', true],
    ['kubrenet', 'Kubernetes', true],
    ['kubernetos guide', 'A guide to Kubernetes', true],
    ['kobernetis', 'Kubernetes', false],
    ['tidy', 'tide', false],
    ['сервир', 'сервер', true],
    ['tyde gauge', 'tide gauge', false],
  ])('typed %s, finds %s: %s', (typed, text, isFound) => {
    expect(findsNearly(typed, text)).toBe(isFound);
  });

  it('asks for the words that are one letter away, each once', () => {
    expect(neighborsOf('tides', false)).toHaveLength(5 + 4 + 5 * 25 + 6 * 26 - 5);
    expect(neighborsOf('tides', false)).not.toContain('tides');
    expect(neighborsOf('tide', false)).toEqual([]);
    expect(neighborsOf('tides2', false)).toEqual([]);
  });

  it('asks for a limited number of words', () => {
    const typed = [...'abcdefghijklmnopqrst'].map((letter) => `abcdefghijk${letter}`).join(' ');
    const query = parseSearchQuery(typed, []);
    const count = query ? findNeighbors(query).flat().length : 0;
    expect(count).toBeGreaterThan(1000);
    expect(count).toBeLessThanOrEqual(2000);
  });
});
