/**
 * The hosts whose embeds can be played on a page. Nothing is asked of them before a reader presses a button; which of them
 * a site plays is its owner's choice.
 */
export interface EmbedPlayer {
  name: string;
  /** Without `www.`; the first one stands for all where hosts are allowed. */
  hosts: readonly string[];
  /** The address of the player for a page of these hosts; undefined for pages that have none. */
  playerOf: (url: URL) => string | undefined;
}

/** At most so many hosts are allowed by a site. */
export const MAX_EMBED_HOSTS = 20;

/** A player for addresses whose path matches: `toPlayer` gets what the groups of the pattern have. */
function byPath(
  pattern: RegExp,
  toPlayer: (groups: readonly string[], url: URL) => string,
): EmbedPlayer['playerOf'] {
  return (url) => {
    const match = pattern.exec(url.pathname);
    return match ? toPlayer(match.slice(1), url) : undefined;
  };
}

export const embedPlayers: readonly EmbedPlayer[] = [
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'youtu.be', 'm.youtube.com', 'youtube-nocookie.com'],
    playerOf(url) {
      const [, inPath] = /^\/(?:(?:embed|shorts|live)\/)?([\w-]{6,20})\/?$/.exec(url.pathname) ?? [];
      const video = url.searchParams.get('v') ?? (inPath === 'playlist' ? undefined : inPath);
      const list = url.searchParams.get('list') ?? '';
      const player = 'https://www.youtube-nocookie.com/embed';
      if (video !== undefined && /^[\w-]{6,20}$/.test(video)) return `${player}/${video}${startOf(url)}`;
      return /^[\w-]{6,64}$/.test(list) ? `${player}/videoseries?list=${list}` : undefined;
    },
  },
  {
    name: 'Vimeo',
    hosts: ['vimeo.com', 'player.vimeo.com'],
    playerOf: byPath(
      /^\/(?:video\/|channels\/[\w-]+\/)?(\d{5,12})(?:\/([\da-f]{6,20}))?\/?$/,
      ([id = '', hash = '']) =>
        `https://player.vimeo.com/video/${id}?dnt=1${hash === '' ? '' : `&h=${hash}`}`,
    ),
  },
  {
    name: 'Loom',
    hosts: ['loom.com'],
    playerOf: byPath(
      /^\/(?:share|embed)\/([\da-z]{8,64})\/?$/i,
      ([id]) => `https://www.loom.com/embed/${id}`,
    ),
  },
  {
    name: 'Figma',
    hosts: ['figma.com', 'embed.figma.com'],
    playerOf: byPath(
      /^\/(file|design|proto|board|slides|deck)\/([\w-]{8,64})(?:\/|$)/,
      ([kind = '', key = ''], url) => {
        const node = url.searchParams.get('node-id') ?? '';
        const at = /^[\d:-]{1,40}$/.test(node) ? `&node-id=${encodeURIComponent(node)}` : '';
        const type = kind === 'file' ? 'design' : kind;
        return `https://embed.figma.com/${type}/${key}?embed-host=bindery${at}`;
      },
    ),
  },
  {
    name: 'CodePen',
    hosts: ['codepen.io'],
    playerOf: byPath(
      /^\/([\w-]{1,64})\/(?:pen|embed|full|details)\/([\da-z]{4,64})\/?$/i,
      ([user, pen]) => `https://codepen.io/${user}/embed/${pen}?default-tab=result`,
    ),
  },
  {
    name: 'CodeSandbox',
    hosts: ['codesandbox.io'],
    playerOf: byPath(
      /^\/(?:s|embed|p\/sandbox)\/([\w-]{3,80})\/?$/,
      ([id]) => `https://codesandbox.io/embed/${id}`,
    ),
  },
  {
    name: 'StackBlitz',
    hosts: ['stackblitz.com'],
    playerOf: byPath(/^\/edit\/([\w-]{3,80})\/?$/, ([id]) => `https://stackblitz.com/edit/${id}?embed=1`),
  },
  {
    name: 'JSFiddle',
    hosts: ['jsfiddle.net'],
    playerOf: byPath(
      /^((?:\/[\w-]{1,64}){1,2}?)(?:\/\d{1,6})?\/?$/,
      ([fiddle]) => `https://jsfiddle.net${fiddle}/embedded/result/`,
    ),
  },
  {
    name: 'Spotify',
    hosts: ['open.spotify.com'],
    playerOf: byPath(
      /^\/(?:embed\/)?(track|album|playlist|episode|show)\/([\da-z]{10,40})\/?$/i,
      ([kind, id]) => `https://open.spotify.com/embed/${kind}/${id}`,
    ),
  },
  {
    name: 'SoundCloud',
    hosts: ['soundcloud.com'],
    playerOf: byPath(
      /^(\/[\w-]{1,80}\/[\w-]{1,120}(?:\/[\w-]{1,120})?)\/?$/,
      ([path]) =>
        `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com${path}`)}`,
    ),
  },
  {
    name: 'Dailymotion',
    hosts: ['dailymotion.com', 'dai.ly'],
    playerOf: byPath(
      /^\/(?:(?:embed\/)?video\/)?([\da-z]{5,20})\/?$/i,
      ([id]) => `https://www.dailymotion.com/embed/video/${id}`,
    ),
  },
  {
    name: 'Google Docs',
    hosts: ['docs.google.com', 'drive.google.com'],
    playerOf: byPath(
      /^\/(document|presentation|spreadsheets|file)\/d\/([\w-]{10,120})(?:\/|$)/,
      ([kind, id]) =>
        kind === 'file'
          ? `https://drive.google.com/file/d/${id}/preview`
          : `https://docs.google.com/${kind}/d/${id}/preview`,
    ),
  },
  {
    name: 'Miro',
    hosts: ['miro.com'],
    playerOf: byPath(
      /^\/app\/(?:board|live-embed)\/([\w-]{4,40}=?)\/?$/,
      ([id]) => `https://miro.com/app/live-embed/${id}`,
    ),
  },
  {
    name: 'Airtable',
    hosts: ['airtable.com'],
    playerOf: byPath(
      /^\/(?:embed\/)?((?:app[\da-z]{10,20}\/)?shr[\da-z]{10,20})\/?$/i,
      ([share]) => `https://airtable.com/embed/${share}`,
    ),
  },
];

/** The second that a video starts at, as `t=90`, `t=90s` or `start=90` say it. */
function startOf({ searchParams }: URL): string {
  const [, seconds] = /^(\d{1,6})s?$/.exec(searchParams.get('t') ?? searchParams.get('start') ?? '') ?? [];
  return seconds === undefined ? '' : `?start=${seconds}`;
}

const LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?';
/** The last label has a letter: an IP address is no name. */
const HOST_NAME = new RegExp(`^(?:${LABEL}\\.)+(?=[a-z\\d-]*[a-z])${LABEL}$`);

/** Whether a text is a host name in lower case and ASCII, with a dot and nothing else. */
export const isHostName = (text: string): boolean => text.length <= 253 && HOST_NAME.test(text);

const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** The known player of a host. */
export function playerOfHost(host: string): EmbedPlayer | undefined {
  return embedPlayers.find(({ hosts }) => hosts.includes(withoutWww(host)));
}

/**
 * The address of the player of an embed; undefined where its host is not allowed, or has none for this address. Hosts
 * without a known player are shown as they are.
 */
export function findPlayer(address: string, allowedHosts: readonly string[]): string | undefined {
  const url = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (url?.port !== '' || url.username !== '' || url.password !== '' || !isHostName(url.hostname))
    return undefined;
  const player = playerOfHost(url.hostname);
  const hosts = player?.hosts ?? [withoutWww(url.hostname)];
  if (!allowedHosts.some((allowed) => hosts.includes(withoutWww(allowed)))) return undefined;
  if (player) return player.playerOf(url);
  return url.protocol === 'https:' ? url.href : undefined;
}
