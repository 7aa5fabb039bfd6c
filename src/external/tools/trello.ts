import { blocks, link, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inField, type Tool, type ToolMessage } from '../tool.ts';

/** The text of each action. */
const actions: Readonly<Record<string, (action: Payload) => Markdown>> = {
  createCard: (action) => md`created ${card(action)} in ${list(action)}`,
  copyCard: (action) => md`copied ${card(action)}`,
  deleteCard: (action) => md`deleted the card #${action.text('data.card.idShort')} of ${list(action)}`,
  updateCard: writeCardUpdate,
  commentCard: (action) => md`wrote a comment on ${card(action)}`,
  addMemberToCard: (action) => md`added ${member(action)} to ${card(action)}`,
  removeMemberFromCard: (action) => md`removed ${member(action)} from ${card(action)}`,
  addLabelToCard: (action) => md`added the label ${label(action)} to ${card(action)}`,
  removeLabelFromCard: (action) => md`removed the label ${label(action)} from ${card(action)}`,
  addAttachmentToCard: (action) => md`attached ${attachment(action)} to ${card(action)}`,
  addChecklistToCard: (action) => md`added the checklist ${action.text('data.checklist.name')} to ${card(action)}`,
  updateCheckItemStateOnCard: writeCheckItem,
  moveCardToBoard: (action) => md`moved ${card(action)} to this board`,
  moveCardFromBoard: (action) => md`moved ${card(action)} from this board`,
  createList: (action) => md`created ${list(action)}`,
  updateList: writeListUpdate,
  updateBoard: (action) => md`changed the board, now called ${action.text('data.board.name')}`,
  addMemberToBoard: (action) => md`added ${member(action)} to the board`,
  removeMemberFromBoard: (action) => md`removed ${member(action)} from the board`,
};

export const trello: Tool = {
  title: 'Trello',
  eventOf: inField('action.type'),
  signature: hmac('X-Trello-Webhook', {
    algorithm: 'sha1',
    encoding: 'base64',
    textOf: ({ bytes, url }) => Buffer.concat([bytes, Buffer.from(url)]),
  }),
  events: Object.fromEntries(Object.keys(actions).map((type) => [type, writeAction])),
};

function writeAction(payload: Payload, type: string): ToolMessage {
  const action = payload.at('action');
  const actor = action.any('memberCreator.fullName', 'memberCreator.username') || 'Somebody';
  const done = actions[type]?.(action) ?? nothing;
  const topic = payload.any('model.name', 'action.data.board.name') || 'Trello';
  return {
    topic,
    text: blocks(md`${actor} ${done}.`, type === 'commentCard' ? quote(action.text('data.text')) : nothing),
  };
}

function card(action: Payload): Markdown {
  const short = action.any('data.card.shortLink');
  return md`the card ${link(action.text('data.card.name'), short === '' ? '' : `https://trello.com/c/${short}`)}`;
}

function list(action: Payload): Markdown {
  return md`the list ${action.text('data.list.name')}`;
}

function member(action: Payload): string {
  return action.any('member.fullName', 'member.username', 'data.member.name') || 'somebody';
}

function label(action: Payload): string {
  return action.any('data.label.name', 'data.label.color') || 'without a name';
}

function attachment(action: Payload): Markdown {
  return link(action.text('data.attachment.name'), action.any('data.attachment.url'));
}

function writeCheckItem(action: Payload): Markdown {
  const verb = action.text('data.checkItem.state') === 'complete' ? 'finished' : 'reopened';
  return md`${verb} ${action.text('data.checkItem.name')} of ${card(action)}`;
}

function writeCardUpdate(action: Payload): Markdown {
  const data = action.at('data');
  if (data.has('listBefore')) {
    return md`moved ${card(action)} from ${data.text('listBefore.name')} to ${data.text('listAfter.name')}`;
  }
  if (data.has('old.closed')) return md`${data.isTrue('card.closed') ? 'archived' : 'brought back'} ${card(action)}`;
  if (data.has('old.name')) return md`renamed the card ${data.text('old.name')} to ${card(action)}`;
  const names = { desc: 'description', due: 'due date', pos: 'position' };
  const changed = Object.entries(names).flatMap(([field, name]) => (data.at('old').owns(field) ? [name] : []));
  return changed.length === 0
    ? md`changed ${card(action)}`
    : md`changed the ${changed.join(' and ')} of ${card(action)}`;
}

function writeListUpdate(action: Payload): Markdown {
  const data = action.at('data');
  if (data.has('old.closed')) return md`${data.isTrue('list.closed') ? 'archived' : 'brought back'} ${list(action)}`;
  return data.has('old.name')
    ? md`renamed the list ${data.text('old.name')} to ${list(action)}`
    : md`moved ${list(action)}`;
}
