import { describe, expect, it } from 'vitest';
import { embedPlayers, findPlayer, isHostName } from './embed-players.ts';

const allHosts = embedPlayers.map(({ hosts: [host = ''] }) => host);

describe('findPlayer', () => {
  it.each([
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42',
    ],
    ['https://youtu.be/dQw4w9WgXcQ?t=42', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42'],
    ['http://youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    [
      'https://youtube.com/playlist?list=PLrAXtmErZgOei',
      'https://www.youtube-nocookie.com/embed/videoseries?list=PLrAXtmErZgOei',
    ],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://vimeo.com/76979871/1a2b3c4d5e', 'https://player.vimeo.com/video/76979871?dnt=1&h=1a2b3c4d5e'],
    ['https://www.loom.com/share/0a1b2c3d4e5f6a7b', 'https://www.loom.com/embed/0a1b2c3d4e5f6a7b'],
    [
      'https://www.figma.com/file/AbCdEf12345/Name?node-id=1-2&t=x',
      'https://embed.figma.com/design/AbCdEf12345?embed-host=bindery&node-id=1-2',
    ],
    ['https://codepen.io/ada/pen/abcDEF', 'https://codepen.io/ada/embed/abcDEF?default-tab=result'],
    ['https://codesandbox.io/s/quiet-sea-1x2y3', 'https://codesandbox.io/embed/quiet-sea-1x2y3'],
    ['https://stackblitz.com/edit/vite-demo', 'https://stackblitz.com/edit/vite-demo?embed=1'],
    ['https://jsfiddle.net/ada/5sH6A/2/', 'https://jsfiddle.net/ada/5sH6A/embedded/result/'],
    [
      'https://open.spotify.com/track/11dFghVXANMlKmJXsNCbNl',
      'https://open.spotify.com/embed/track/11dFghVXANMlKmJXsNCbNl',
    ],
    [
      'https://soundcloud.com/ada/harbour',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fada%2Fharbour',
    ],
    ['https://dai.ly/x8abcd1', 'https://www.dailymotion.com/embed/video/x8abcd1'],
    [
      'https://docs.google.com/presentation/d/1aBcDeFgHiJkLm/edit#slide=id.p',
      'https://docs.google.com/presentation/d/1aBcDeFgHiJkLm/preview',
    ],
    [
      'https://drive.google.com/file/d/1aBcDeFgHiJkLm/view',
      'https://drive.google.com/file/d/1aBcDeFgHiJkLm/preview',
    ],
    ['https://miro.com/app/board/uXjVO1234=/', 'https://miro.com/app/live-embed/uXjVO1234='],
    ['https://airtable.com/shrABCDEF12345678', 'https://airtable.com/embed/shrABCDEF12345678'],
  ])('plays %s', (address, player) => {
    expect(findPlayer(address, allHosts)).toBe(player);
    expect(findPlayer(address, ['video.example'])).toBeUndefined();
  });

  it('has an example of each player above', () => {
    expect(allHosts).toHaveLength(14);
  });

  it('shows the pages of allowed hosts without a known player as they are', () => {
    expect(findPlayer('https://www.video.example/a?b=c#d', ['video.example'])).toBe(
      'https://www.video.example/a?b=c#d',
    );
    expect(findPlayer('http://video.example/a', ['video.example'])).toBeUndefined();
    expect(findPlayer('https://sub.video.example/a', ['video.example'])).toBeUndefined();
  });

  it.each([
    'https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://youtube.com:8443/watch?v=dQw4w9WgXcQ',
    'https://youtube.com/watch?v=../../x',
    'https://youtube.com/feed/history',
    "https://a;script-src 'unsafe-inline'/",
    'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
    '//youtube.com/watch?v=dQw4w9WgXcQ',
    'https://*/',
    'https://localhost/',
    'https://127.0.0.1/',
  ])('plays no %s', (address) => {
    const hosts = [...allHosts, '*', 'localhost', '127.0.0.1', 'a;script-src'];
    expect(findPlayer(address, hosts)).toBeUndefined();
  });
});

describe('isHostName', () => {
  it.each(['youtube.com', 'xn--bcher-kva.example', 'a-b.c1.museum'])('takes %s', (name) =>
    expect(isHostName(name)).toBe(true),
  );
  it.each([
    'youtube',
    'YouTube.com',
    '*.youtube.com',
    'youtube.com:443',
    'https://youtube.com',
    'a.com b.com',
    "a.com; script-src 'unsafe-inline'",
    'a.com\n',
    '-a.com',
    'a..com',
    '.com',
    '10.0.0.1',
    'bücher.example',
    `${'a'.repeat(64)}.com`,
  ])('takes no %j', (name) => expect(isHostName(name)).toBe(false));
});
