import { createHash } from 'node:crypto';
import { paragraphs } from '../../external/slack-rich-text.ts';
import { escapeText } from '../../markdown/escape.ts';
import { fromStarredText } from '../dialect.ts';
import type { HistoryFile, HistoryMessage } from '../history.ts';
import { writeReference } from '../references.ts';
import type { Source } from '../unusable-archive.ts';
import type { Chat, WhatsAppExport } from './source.ts';

// The app marks what it wrote itself by U+200E on iPhones; on Android only by the words.

/** A notice under the name of the chat or of a person, without words of theirs. */
export function isOfApp(text: string): boolean {
  return ofApp.test(text) && !deleted.test(text.replace(/^\u200e/, ''));
}

const ofApp = new RegExp(
  [
    '^\\u200e(?!<)(?!.{0,40}(?:omitted|weggelassen|omitid[oa]|omess[oa]|absente?|weggelaten|pominięto|pomini[eę]t[ya]))',
    '^(?:null|Waiting for this message\\b|Warte auf diese Nachricht\\b)',
  ].join('|'),
  'iu',
);

interface Written {
  from: Source;
  text: string;
  key: string;
}

type Content = Pick<HistoryMessage, 'content' | 'start' | 'files' | 'edited_at'>;

/** Counts a file that was left out of the archive, and says so in the message. */
function leaveFile({ history }: WhatsAppExport, line: string): string {
  history.left.leave('files', 'the archive lacks their content', line);
  return `(${escapeText(line.replace(/[\u200e<>]/g, '').trim())})`;
}

/** The Markdown of a message; undefined if it was deleted, which is counted. */
export function readContent(source: WhatsAppExport, chat: Chat, { from, text, key }: Written): Content | undefined {
  const { history } = source;
  const plain = text.replace(edited, '').trim();
  if (deleted.test(plain.replace(/^\u200e/, ''))) {
    history.left.leave('messages', 'they were deleted', plain);
    return undefined;
  }
  const [first = '', ...rest] = plain.split('\n');
  const file = findFile(source, chat, { from, line: first, key });
  const isOmitted = !file && omitted.test(first.replace(/\u200e/g, '').trim());
  const words = file || isOmitted ? rest.join('\n') : plain;
  const content = paragraphs([
    file ? history.files.link(file.key, file.name) : '',
    isOmitted ? leaveFile(source, first) : '',
    writeWords(source, words),
  ]);
  return { content, start: (words.trim() || file?.name) ?? first, files: file ? [file] : [] };
}

const edited =
  /\s*\u200e?<(?:This message was edited|Diese Nachricht wurde bearbeitet|Se editó este mensaje\.?|Ce message a été modifié|Questo messaggio è stato modificato|Mensagem editada|Dit bericht is bewerkt)>\s*$/i;

const deleted =
  /^(?:This message was deleted|You deleted this message|Diese Nachricht wurde gelöscht|Du hast diese Nachricht gelöscht|Se eliminó este mensaje|Eliminaste este mensaje|Ce message a été supprimé|Vous avez supprimé ce message|Questo messaggio è stato eliminato|Hai eliminato questo messaggio|(?:Esta )?mensagem (?:foi )?apagada|Você apagou esta mensagem|Dit bericht is verwijderd|U heeft dit bericht verwijderd|Ta wiadomość została usunięta|Данное сообщение удалено|Вы удалили данное сообщение)\.?$/i;

const omitted =
  /^(?:<[^<>]{3,60}>|(?:image|video|audio|sticker|document|GIF|contact card|Bild|Video|Audio|Sticker|Dokument|GIF|imagen|vídeo|documento|immagine|image|vidéo)\s+(?:omitted|weggelassen|omitid[oa]|omess[oa]|absente?))$/i;

interface Line {
  from: Source;
  line: string;
  key: string;
}

/** `<attached: NAME>` of iPhones and `NAME (file attached)` of Android, in any language, if there is such a file. */
function findFile({ folder }: WhatsAppExport, { base }: Chat, { from, line, key }: Line): HistoryFile | undefined {
  const plain = line.replace(/[\u200e\u200f]/g, '').trim();
  const name =
    /^<[^<>:：]{2,40}\s?[:：]\s?([^<>]+)>$/.exec(plain)?.[1] ?? /^(.+\.\w{2,5}) \([^()]+\)$/.exec(plain)?.[1];
  const path = name && [`${base}${name.trim()}`, `//${name.trim()}`].find((one) => folder.has(one));
  if (!name || !path) return undefined;
  const hash = createHash('sha256').update(`${base}/${key}/${name}`).digest('hex').slice(0, 32);
  return { from, key: hash, path, name: name.trim() };
}

/** Mentions are names or numbers. */
function writeWords({ history }: WhatsAppExport, text: string): string {
  return fromStarredText(text).replace(
    /@(?:\u2068([^\u2069\n]{1,100})\u2069|(\+?\d{7,15}))/g,
    (whole, name: string | undefined, number: string | undefined) => {
      const user = findNamed(history, (name ?? number ?? '').replace(/^~/, ''));
      return user ? writeReference('user', user.id) : whole.replace(/[\u2068\u2069]/g, '');
    },
  );
}

/** A person by name, or by number, however spaced. */
function findNamed({ accounts }: WhatsAppExport['history'], name: string) {
  const digits = name.replace(/\D/g, '');
  return (
    accounts.find(name) ??
    (digits.length > 6
      ? accounts.list().find(({ key }) => /^\+[\d\s().-]+$/.test(key) && key.replace(/\D/g, '') === digits)
      : undefined)
  );
}
