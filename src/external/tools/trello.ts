import { fromTo, words } from '../forge.ts';
import { blocks, link, type Markdown, md, nothing, quote, time } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

/** The text of each action. */
const actions: Readonly<Record<string, (action: Payload) => Markdown>> = {
  createCard: (action) => md`created ${card(action)} in ${list(action)}`,
  copyCard: (action) => md`copied ${card(action)}`,
  emailCard: (action) => md`created ${card(action)} by e-mail`,
  convertToCardFromCheckItem: (action) => md`turned an item into ${card(action)}`,
  deleteCard: (action) => md`deleted the card #${action.text('data.card.idShort')} of ${list(action)}`,
  updateCard: writeCardUpdate,
  commentCard: (action) => md`wrote a comment on ${card(action)}`,
  updateComment: (action) => md`edited a comment on ${card(action)}`,
  deleteComment: (action) => md`deleted a comment on ${card(action)}`,
  addMemberToCard: (action) => md`added ${member(action)} to ${card(action)}`,
  removeMemberFromCard: (action) => md`removed ${member(action)} from ${card(action)}`,
  addLabelToCard: (action) => md`added the label ${label(action)} to ${card(action)}`,
  removeLabelFromCard: (action) => md`removed the label ${label(action)} from ${card(action)}`,
  createLabel: (action) => md`created the label ${label(action)} of ${board(action)}`,
  updateLabel: (action) => md`changed the label ${label(action)} of ${board(action)}`,
  deleteLabel: (action) => md`deleted a label of ${board(action)}`,
  voteOnCard: (action) => md`${action.isTrue('data.voted') ? 'voted for' : 'took back the vote for'} ${card(action)}`,
  addAttachmentToCard: (action) => md`attached ${attachment(action)} to ${card(action)}`,
  deleteAttachmentFromCard: (action) => md`deleted the attachment ${attachment(action)} of ${card(action)}`,
  addChecklistToCard: (action) => md`added ${checklist(action)} to ${card(action)}`,
  removeChecklistFromCard: (action) => md`removed ${checklist(action)} from ${card(action)}`,
  updateChecklist: (action) => md`changed ${checklist(action)} of ${card(action)}`,
  createCheckItem: (action) => md`added ${checkItem(action)} to ${checklist(action)} of ${card(action)}`,
  updateCheckItem: (action) => md`changed ${checkItem(action)} in ${checklist(action)} of ${card(action)}`,
  deleteCheckItem: (action) => md`deleted ${checkItem(action)} from ${checklist(action)} of ${card(action)}`,
  updateCheckItemStateOnCard: writeCheckItem,
  updateCustomFieldItem: (action) => md`changed the field ${field(action)} of ${card(action)}`,
  moveCardToBoard: (action) => md`moved ${card(action)} to ${board(action)}`,
  moveCardFromBoard: (action) => md`moved ${card(action)} from ${board(action)}`,
  createList: (action) => md`created ${list(action)} on ${board(action)}`,
  updateList: (action) => md`${writeListUpdate(action)} on ${board(action)}`,
  moveListToBoard: (action) => md`moved ${list(action)} to ${board(action)}`,
  moveListFromBoard: (action) => md`moved ${list(action)} from ${board(action)}`,
  createBoard: (action) => md`created ${board(action)}`,
  copyBoard: (action) => md`copied a board as ${board(action)}`,
  updateBoard: writeBoardUpdate,
  addMemberToBoard: (action) => md`added ${member(action)} to ${board(action)}`,
  removeMemberFromBoard: (action) => md`removed ${member(action)} from ${board(action)}`,
  makeAdminOfBoard: (action) => md`made ${member(action)} an administrator of ${board(action)}`,
  makeObserverOfBoard: (action) => md`made ${member(action)} an observer of ${board(action)}`,
  addToOrganizationBoard: (action) => md`added ${board(action)} to ${workspace(action)}`,
  removeFromOrganizationBoard: (action) => md`removed ${board(action)} from ${workspace(action)}`,
  createCustomField: (action) => md`created the field ${field(action)} of ${board(action)}`,
  updateCustomField: (action) => md`changed the field ${field(action)} of ${board(action)}`,
  deleteCustomField: (action) => md`deleted a field of ${board(action)}`,
  copyChecklist: (action) => md`copied ${checklist(action)} to ${card(action)}`,
  copyCommentCard: (action) => md`copied a comment to ${card(action)}`,
  addMemberToOrganization: (action) => md`added ${member(action)} to ${workspace(action)}`,
  removeMemberFromOrganization: (action) => md`removed ${member(action)} from ${workspace(action)}`,
  updateOrganization: (action) => md`changed ${workspace(action)}`,
  makeNormalMemberOfBoard: (action) => md`made ${member(action)} a normal member of ${board(action)}`,
};

export const trello: Tool = {
  title: 'Trello',
  payloads: recorded('https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/'),
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
  return { topic, text: blocks(md`${actor} ${done}.`, quoteOf(action, type)) };
}

function quoteOf(action: Payload, type: string): Markdown {
  if (type === 'commentCard') return quote(action.text('data.text'));
  if (type === 'updateComment') return quote(action.any('data.action.text'));
  return type === 'updateCard' && action.has('data.old.desc') ? quote(action.any('data.card.desc')) : nothing;
}

function card(action: Payload): Markdown {
  return md`the card ${cardLink(action)}`;
}

function cardLink(action: Payload): Markdown {
  const [short, number] = [action.any('data.card.shortLink'), action.any('data.card.idShort')];
  const name = action.any('data.card.name') || (number === '' ? action.text('data.card.name') : '');
  const page = short === '' ? '' : `https://trello.com/c/${encodeURIComponent(short)}`;
  return link(number === '' ? name : `#${number} ${name}`.trim(), page);
}

function board(action: Payload): Markdown {
  const shown = boardLink(action);
  return shown.source === '' ? md`the board` : md`the board ${shown}`;
}

function boardLink(action: Payload): Markdown {
  const [short, name] = [action.any('data.board.shortLink'), action.any('data.board.name')];
  const page = short === '' ? '' : `https://trello.com/b/${encodeURIComponent(short)}`;
  return name === '' ? nothing : link(name, page);
}

function workspace(action: Payload): Markdown {
  return md`the workspace ${action.any('data.organization.name') || 'of the board'}`;
}

function field(action: Payload): string {
  return action.text('data.customField.name');
}

function list(action: Payload): Markdown {
  return md`the list ${action.text('data.list.name')}`;
}

function checklist(action: Payload): Markdown {
  return md`the checklist ${action.any('data.checklist.name') || 'without a name'}`;
}

function checkItem(action: Payload): string {
  return action.text('data.checkItem.name');
}

function member(action: Payload): string {
  return action.any('member.fullName', 'member.username', 'data.member.name') || 'somebody';
}

/** The text and color of a label; old payloads have them outside of it. */
function label(action: Payload): string {
  const [name, color] = [action.any('data.label.name', 'data.text'), action.any('data.label.color', 'data.value')];
  if (name === '' || color === '') return name || color || 'without a name';
  return `${name} (${color})`;
}

function attachment(action: Payload): Markdown {
  return link(action.any('data.attachment.name') || 'file', action.any('data.attachment.url'));
}

function writeCheckItem(action: Payload): Markdown {
  const verb = action.text('data.checkItem.state') === 'complete' ? 'finished' : 'reopened';
  return md`${verb} ${checkItem(action)} in ${checklist(action)} of ${card(action)}`;
}

function writeCardUpdate(action: Payload): Markdown {
  const data = action.at('data');
  if (data.has('listBefore')) {
    return md`moved ${card(action)} from ${data.text('listBefore.name')} to ${data.text('listAfter.name')}`;
  }
  if (data.has('old.closed')) return md`${data.isTrue('card.closed') ? 'archived' : 'brought back'} ${card(action)}`;
  if (data.has('old.name')) return md`renamed the card ${data.text('old.name')} to ${cardLink(action)}`;
  if (data.has('old.dueComplete')) return writeCompletion(action);
  const old = data.at('old');
  const dates = (['due', 'start'] as const).find((field) => old.owns(field));
  if (dates) return writeDate(action, dates);
  if (old.owns('desc')) return writeDescription(action);
  return old.owns('pos') ? md`moved ${card(action)} within its list` : md`changed ${card(action)}`;
}

function writeCompletion(action: Payload): Markdown {
  const isDone = action.isTrue('data.card.dueComplete');
  return isDone ? md`marked ${card(action)} as done` : md`marked ${card(action)} as not done`;
}

function writeDate(action: Payload, field: 'due' | 'start'): Markdown {
  const name = field === 'due' ? 'due date' : 'start date';
  const [before, after] = ['old', 'card'].map((part) => time(action.any(`data.${part}.${field}`))) as [
    Markdown,
    Markdown,
  ];
  if (after.source === '') {
    const was = before.source === '' ? nothing : md`, which was ${before}`;
    return md`removed the ${name} of ${card(action)}${was}`;
  }
  if (before.source === '') return md`set the ${name} of ${card(action)} to ${after}`;
  return md`changed the ${name} of ${card(action)} from ${before} to ${after}`;
}

function writeDescription(action: Payload): Markdown {
  const [before, after] = [action.any('data.old.desc'), action.any('data.card.desc')];
  const verb = before === '' ? 'added a description to' : after === '' ? 'removed the description of' : '';
  return md`${verb || 'changed the description of'} ${card(action)}`;
}

function writeListUpdate(action: Payload): Markdown {
  const data = action.at('data');
  if (data.has('old.closed')) return md`${data.isTrue('list.closed') ? 'archived' : 'brought back'} ${list(action)}`;
  return data.has('old.name')
    ? md`renamed the list ${data.text('old.name')} to ${data.text('list.name')}`
    : md`moved ${list(action)}`;
}

function writeBoardUpdate(action: Payload): Markdown {
  const data = action.at('data');
  if (data.has('old.name')) return md`renamed the board ${data.text('old.name')} to ${boardLink(action)}`;
  if (data.has('old.closed')) return md`${data.isTrue('board.closed') ? 'closed' : 'reopened'} ${board(action)}`;
  const [setting] = data.entries('old.prefs');
  if (!setting) return md`changed ${board(action)}`;
  const [name, before] = setting;
  return md`changed the ${words(name)} of ${board(action)}: ${fromTo(before, data.any(`board.prefs.${name}`))}`;
}
