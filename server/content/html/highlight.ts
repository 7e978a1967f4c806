import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import nginx from 'highlight.js/lib/languages/nginx';
import objectivec from 'highlight.js/lib/languages/objectivec';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import properties from 'highlight.js/lib/languages/properties';
import protobuf from 'highlight.js/lib/languages/protobuf';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import scss from 'highlight.js/lib/languages/scss';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
const LANGUAGES = {
  ...{
    bash,
    c,
    cpp,
    csharp,
    css,
    diff,
    dockerfile,
    go,
    graphql,
    http,
    ini,
    java,
    javascript,
    json,
    kotlin,
    lua,
  },
  ...{
    makefile,
    markdown,
    nginx,
    objectivec,
    perl,
    php,
    powershell,
    properties,
    protobuf,
    python,
    r,
    ruby,
    rust,
  },
  ...{ scala, scss, shell, sql, swift, typescript, xml, yaml },
};
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** Longer code is shown plain: some grammars take quadratic time (8,000 characters of C#: up to 0.3 s). */
const MAX_HIGHLIGHTED_LENGTH = 20_000;

/**
 * Code as HTML with the classes of its parts (`hljs-…`); undefined where the language is not known or the code is too
 * long.
 */
export function highlightCode(code: string, language: string): string | undefined {
  if (code.length > MAX_HIGHLIGHTED_LENGTH || !hljs.getLanguage(language)) return undefined;
  return hljs.highlight(escapeBroken(code), { language, ignoreIllegals: true }).value;
}

/** A tag, a line feed or a text; of a tag that opens a part its classes. */
interface HighlightedPiece {
  piece: string;
  classes: string | undefined;
}

export function* piecesOf(html: string): Generator<HighlightedPiece> {
  for (const [piece, classes] of html.matchAll(/<span class="([\w\s-]*)">|<\/span>|\n|[^<\n]+/g))
    yield { piece, classes };
}

function escapeBroken(code: string): string {
  return code.replace(/[\0\p{Cs}]/gu, '\ufffd');
}
