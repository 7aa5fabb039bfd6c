import { personIn, words } from '../forge.ts';
import { blocks, link, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { token } from '../signature.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

/** The text is a sentence of Wekan, and the address of the card or board in its last line. */
export const wekan: Tool = {
  title: 'Wekan',
  payloads: recorded('https://github.com/wekan/wekan/wiki/Webhook-data'),
  eventOf: ({ payload }) => payload.text('description').replace(/^act-/, ''),
  signature: token('X-Wekan-Token'),
  events: { addComment: writeComment, editComment: writeComment, '*': writeOther },
};

function pageOf(payload: Payload): string {
  return /^https?:\/\/\S+$/m.exec(payload.any('text'))?.[0] ?? '';
}

function cardOf(payload: Payload) {
  const card = payload.any('card');
  return { card, topic: card || boardOf(payload), shown: link(card || boardOf(payload), pageOf(payload)) };
}

/** The name of the board is only in the sentence. */
function boardOf(payload: Payload): string {
  return /\bboard "([^"]+)"/.exec(payload.any('text'))?.[1] ?? 'Wekan';
}

function writeComment(payload: Payload, event: string): ToolMessage {
  const { topic, shown } = cardOf(payload);
  const verb = event === 'addComment' ? 'commented on' : 'edited a comment on';
  return { topic, text: blocks(md`${personIn(payload, 'user')} ${verb} ${shown}.`, quote(payload.any('comment'))) };
}

/** The sentence without the place of the card, which the link leads to. */
function writeOther(payload: Payload, event: string): ToolMessage {
  const { card, topic, shown } = cardOf(payload);
  const user = payload.any('user');
  const said = payload.any('text').split('\n', 1)[0] ?? '';
  const own = said.startsWith(user) ? said.slice(user.length).trim() : said;
  const sentence = own.startsWith('act-') || own === '' ? words(event) : withoutPlace(startedLow(own), card);
  const place = sentence.includes('moved') && own.includes(' from list ') ? listsOf(own) : nothing;
  return { topic, text: md`${user || 'Somebody'} ${sentence}${place} (${shown}).` };
}

/** Some sentences begin with a capital after the name of the user, and say what was done to the thing. */
function startedLow(sentence: string): string {
  const active = sentence.replace(
    /^(card|list|swimlane)( "[^"]*")? moved to /i,
    (_, kind: string, name = '') => `moved the ${kind.toLowerCase()}${name} to `,
  );
  return active.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

function withoutPlace(sentence: string, card: string): string {
  const shorter = sentence.replaceAll(/ (?:at|on|from|to|in) (?:list|swimlane|board) "[^"]*"/g, '');
  return card === '' ? shorter : shorter.replace(` "${card}"`, '').replace(/ (?:at|to|from|on) card$/, '');
}

function listsOf(sentence: string) {
  const [, before = '', after = ''] = /from list "([^"]*)".* to list "([^"]*)"/.exec(sentence) ?? [];
  return after === '' ? nothing : md`, ${before} → ${after}`;
}
