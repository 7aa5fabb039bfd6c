import { wordsIn } from '../forge.ts';
import { blocks, bold, facts, link, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { documented, inField, type Tool, type ToolMessage } from '../tool.ts';

/** The Webhook plug-in, when it sends all properties. Playback that goes on is left out, as it comes every second. */
export const jellyfin: Tool = {
  title: 'Jellyfin',
  payloads: documented('https://github.com/jellyfin/jellyfin-plugin-webhook'),
  eventOf: inField('NotificationType'),
  events: {
    ItemAdded: (payload) => writeItem(payload, md`Added`),
    ItemDeleted: (payload) => writeItem(payload, md`Deleted`),
    PlaybackStart: (payload) => writeItem(payload, md`${personOf(payload)} plays`),
    PlaybackProgress: () => [],
    PlaybackStop: (payload) => writeItem(payload, md`${personOf(payload)} stopped`),
    UserDataSaved: () => [],
    '*': writeOther,
  },
};

function personOf(payload: Payload): string {
  return payload.any('NotificationUsername', 'Username') || 'Somebody';
}

function writeItem(payload: Payload, what: Markdown): ToolMessage {
  const series = payload.any('SeriesName');
  const name = payload.text('Name');
  const [season, episode] = [payload.any('SeasonNumber00'), payload.any('EpisodeNumber00')];
  const sign = season === '' || episode === '' ? '' : ` S${season}E${episode}`;
  const year = payload.any('Year');
  const title = series === '' ? `${name}${year === '' ? '' : ` (${year})`}` : `${series}${sign} ${name}`;
  const [server, id] = [payload.any('ServerUrl'), payload.any('ItemId')];
  const page = server === '' || id === '' ? '' : `${server}/web/index.html#!/details?id=${encodeURIComponent(id)}`;
  const device = payload.any('DeviceName', 'ClientName');
  const text = md`${what} ${link(title, page)}${device === '' ? nothing : md` on ${device}`}.`;
  return { topic: series || name, text: blocks(text, quote(payload.any('Overview'))) };
}

const sayings: Readonly<Record<string, string>> = {
  PendingRestart: 'needs a restart',
  AuthenticationSuccess: 'let somebody log in',
  AuthenticationFailure: 'refused a login',
};

function writeOther(payload: Payload, event: string): ToolMessage {
  const server = payload.any('ServerName') || 'Jellyfin';
  const details = facts({
    User: payload.any('NotificationUsername', 'Username'),
    Plugin: payload.any('PluginName'),
    Task: payload.any('TaskName'),
    Result: payload.any('ResultStatus'),
    Name: payload.any('Name'),
  });
  return { topic: server, text: blocks(md`${server}: ${bold(wordsIn(sayings, event))}.`, details) };
}
