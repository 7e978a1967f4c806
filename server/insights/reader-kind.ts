import { isbot } from 'isbot';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import type { ReaderKind } from '#server/database/tables/insight-tables.ts';

/** Who sent a request: `agent` is the name of an agent, '' of others. */
export interface Reader {
  reader: ReaderKind;
  agent: string;
}

/**
 * Programs that read for an AI service, by what they write into `User-Agent`. Some of them are crawlers, too: here they are
 * agents, as they say for whom they read. A name that contains another one is before it.
 */
const AGENTS: readonly [mark: string, name: string][] = [
  ['ChatGPT-User', 'ChatGPT'],
  ['OAI-SearchBot', 'ChatGPT search'],
  ['GPTBot', 'GPTBot'],
  ['Claude-User', 'Claude'],
  ['Claude-SearchBot', 'Claude search'],
  ['Claude-Code', 'Claude Code'],
  ['claude-code', 'Claude Code'],
  ['ClaudeBot', 'ClaudeBot'],
  ['anthropic-ai', 'ClaudeBot'],
  ['Perplexity-User', 'Perplexity'],
  ['PerplexityBot', 'PerplexityBot'],
  ['Gemini-Deep-Research', 'Gemini'],
  ['Google-NotebookLM', 'NotebookLM'],
  ['GoogleAgent-', 'Gemini'],
  ['Google-CloudVertexBot', 'Vertex AI'],
  ['MistralAI-User', 'Mistral'],
  ['DuckAssistBot', 'DuckAssist'],
  ['meta-externalagent', 'Meta AI'],
  ['meta-externalfetcher', 'Meta AI'],
  ['Amazonbot', 'Amazonbot'],
  ['Applebot-Extended', 'Applebot'],
  ['Bytespider', 'Bytespider'],
  ['CCBot', 'CCBot'],
  ['cohere-ai', 'Cohere'],
  ['YouBot', 'You.com'],
  ['Diffbot', 'Diffbot'],
  ['DeepSeekBot', 'DeepSeek'],
  ['Devin', 'Devin'],
  ['Cursor', 'Cursor'],
  ['Windsurf', 'Windsurf'],
  ['opencode', 'opencode'],
  ['GitHubCopilot', 'Copilot'],
];

const AGENT_MARK = new RegExp(`(?:^|[^A-Za-z])(${AGENTS.map(([mark]) => mark).join('|')})`, 'i');
const NAMES = new Map(AGENTS.map(([mark, name]) => [mark.toLowerCase(), name]));

/** Longer ones are no browser's. */
const MAX_LENGTH = 1000;

/** Weights are numbers of characters. */
const readers = new WeightedCache<Reader>(500_000);

/** Who a program says it is. Nobody can be sure: it may say anything. */
export function readerOf(userAgent: string | undefined): Reader {
  if (userAgent === undefined || userAgent === '' || userAgent.length > MAX_LENGTH) return CRAWLER;
  const known = readers.get(userAgent);
  if (known) return known;
  const reader = classify(userAgent);
  readers.set(userAgent, reader, userAgent.length);
  return reader;
}

const CRAWLER: Reader = { reader: 'crawlers', agent: '' };
const PERSON: Reader = { reader: 'people', agent: '' };

function classify(userAgent: string): Reader {
  const agent = NAMES.get(AGENT_MARK.exec(userAgent)?.[1]?.toLowerCase() ?? '');
  if (agent !== undefined) return { reader: 'agents', agent };
  return isbot(userAgent) ? CRAWLER : PERSON;
}
