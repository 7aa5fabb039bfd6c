import { wordsIn } from './forge.ts';
import { blocks, bold, bullets, firstLine, type Markdown, md, nothing } from './markdown.ts';
import { monitorMessage } from './monitors.ts';
import type { Payload } from './payload.ts';
import { inField, recorded, type Tool, type ToolMessage } from './tool.ts';

/** What happened, in the past tense, by the name of the event. */
const verbs: Readonly<Record<string, string>> = {
  Grab: 'Grabbed',
  Download: 'Imported',
  AlbumDownload: 'Imported',
  Rename: 'Renamed files of',
  Retag: 'Retagged',
  TrackRetag: 'Retagged',
  SeriesAdd: 'Added',
  SeriesDelete: 'Deleted',
  EpisodeFileDelete: 'Deleted a file of',
  MovieAdded: 'Added',
  MovieDelete: 'Deleted',
  MovieFileDelete: 'Deleted a file of',
  ArtistAdd: 'Added',
  ArtistDelete: 'Deleted',
  AlbumDelete: 'Deleted an album of',
  DownloadFailure: 'Could not download',
  ImportFailure: 'Could not import',
  ManualInteractionRequired: 'Needs help with',
};

/** Sonarr, Radarr and Lidarr, which keep series, movies and music in the same way. */
export function arrTool(title: string): Tool {
  const test = () => ({ topic: title, text: md`The webhook of ${title} works.` });
  return {
    title,
    payloads: recorded(`https://wiki.servarr.com/${title.toLowerCase()}/settings#connections`),
    eventOf: inField('eventType'),
    events: {
      ...Object.fromEntries(Object.keys(verbs).map((event) => [event, writeThing])),
      Test: test,
      Health: (payload) => writeHealth(payload, title, false),
      HealthRestored: (payload) => writeHealth(payload, title, true),
      ApplicationUpdate: (payload) => writeUpdate(payload, title),
    },
  };
}

function writeThing(payload: Payload, event: string): ToolMessage {
  const name = payload.any('series.title', 'movie.title', 'artist.name', 'artist.artistName');
  const verb = payload.isTrue('isUpgrade') ? 'Upgraded' : wordsIn(verbs, event);
  const [first = nothing, ...rest] = partsOf(payload);
  const isAlone = rest.length === 0;
  const part = isAlone && first.source !== '' ? md`, ${first}` : nothing;
  const source = payload.any('release.indexer');
  const from = source === '' ? nothing : md` from ${source}`;
  const reason = payload
    .any('deleteReason')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  const because = reason === '' ? nothing : md` (${reason})`;
  const text = md`${bold(verb)} ${name || payload.text('series.title')}${part}${qualityOf(payload)}${from}${because}.`;
  return { topic: name, text: blocks(text, isAlone ? nothing : bullets([first, ...rest])) };
}

/** The episodes, tracks or albums. */
function partsOf(payload: Payload): Markdown[] {
  const episodes = payload.list('episodes').map((one) => {
    const [season, number] = [one.any('seasonNumber'), one.any('episodeNumber')];
    const sign = season === '' || number === '' ? '' : `S${season.padStart(2, '0')}E${number.padStart(2, '0')} `;
    return `${sign}${firstLine(one.any('title'))}`;
  });
  const titles = (path: string) => payload.list(path).map((one) => firstLine(one.any('title')));
  const all = [episodes, titles('tracks'), titles('albums')].find((list) => list.length > 0) ?? [];
  return all.map((title) => md`${title}`).filter(({ source }) => source !== '');
}

function qualityOf(payload: Payload): Markdown {
  const places = ['release', 'episodeFile', 'movieFile', 'trackFiles.0', 'tracks.0'];
  const names = places.flatMap((place) => [`${place}.quality`, `${place}.quality.quality.name`]);
  const quality = payload.any(...names);
  return quality === '' ? nothing : md` in ${quality}`;
}

function writeHealth(payload: Payload, title: string, isGood: boolean): ToolMessage {
  return monitorMessage({
    topic: `${title} health`,
    name: payload.any('type') || payload.text('message'),
    url: payload.any('wikiUrl'),
    state: isGood ? 'restored' : payload.any('level') || 'warning',
    mood: isGood ? 'good' : 'bad',
    reason: payload.any('message'),
  });
}

function writeUpdate(payload: Payload, title: string): ToolMessage {
  const [before, after] = [payload.any('previousVersion'), payload.any('newVersion')];
  return { topic: title, text: md`${title} was updated: ${before || 'unknown'} → ${after || 'unknown'}.` };
}
