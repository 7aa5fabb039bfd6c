import type { Example } from './example.ts';

const model = { id: 'b1', name: 'Kitchen', shortUrl: 'https://trello.com/b/B1' };
const board = { id: 'b1', name: 'Kitchen', shortLink: 'B1' };
const card = { id: 'c1', name: 'Buy tea', shortLink: 'C1', idShort: 5 };
const memberCreator = { fullName: 'Mara Lind', username: 'mara' };

function action(type: string, data: object, more: object = {}) {
  return {
    model,
    action: { id: 'a1', type, date: '2026-03-01T10:00:00.000Z', memberCreator, data: { board, ...data }, ...more },
  };
}

export const trello: readonly Example[] = [
  {
    what: 'a new card',
    payload: action('createCard', { card, list: { name: 'To do' } }),
    topic: 'Kitchen',
    text: 'Mara Lind created the card [#5 Buy tea](https://trello.com/c/C1) in the list To do.',
  },
  {
    what: 'a moved card',
    payload: action('updateCard', {
      card,
      old: { idList: '1' },
      listBefore: { name: 'To do' },
      listAfter: { name: 'Done' },
    }),
    topic: 'Kitchen',
    text: 'Mara Lind moved the card [#5 Buy tea](https://trello.com/c/C1) from To do to Done.',
  },
  {
    what: 'an archived card',
    payload: action('updateCard', { card: { ...card, closed: true }, old: { closed: false } }),
    topic: 'Kitchen',
    text: 'Mara Lind archived the card [#5 Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'a changed description',
    payload: action('updateCard', { card, old: { desc: '' } }),
    topic: 'Kitchen',
    text: 'Mara Lind added a description to the card [#5 Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'a comment',
    payload: action('commentCard', { card, text: 'Green or black?' }),
    topic: 'Kitchen',
    text: 'Mara Lind wrote a comment on the card [#5 Buy tea](https://trello.com/c/C1).\n\n```quote\nGreen or black?\n```',
  },
  {
    what: 'a new member',
    payload: action('addMemberToCard', { card }, { member: { fullName: 'Jonas Berg' } }),
    topic: 'Kitchen',
    text: 'Mara Lind added Jonas Berg to the card [#5 Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'a finished item',
    payload: action('updateCheckItemStateOnCard', { card, checkItem: { name: 'Find the shop', state: 'complete' } }),
    topic: 'Kitchen',
    text: 'Mara Lind finished Find the shop in the checklist without a name of the card [#5 Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'an attachment',
    payload: action('addAttachmentToCard', {
      card,
      attachment: { name: 'menu.pdf', url: 'https://files.example/menu.pdf' },
    }),
    topic: 'Kitchen',
    text: 'Mara Lind attached [menu.pdf](https://files.example/menu.pdf) to the card [#5 Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'a renamed list',
    payload: action('updateList', { list: { name: 'Later' }, old: { name: 'Never' } }),
    topic: 'Kitchen',
    text: 'Mara Lind renamed the list Never to Later on the board [Kitchen](https://trello.com/b/B1).',
  },
  {
    what: 'a deleted card',
    payload: action('deleteCard', { card: { id: 'c1', idShort: 5 }, list: { name: 'To do' } }),
    topic: 'Kitchen',
    text: 'Mara Lind deleted the card #5 of the list To do.',
  },
  {
    what: 'a due date',
    payload: action('updateCard', { card: { ...card, due: '2026-03-02T10:00:00.000Z' }, old: { due: null } }),
    topic: 'Kitchen',
    text: 'Mara Lind set the due date of the card [#5 Buy tea](https://trello.com/c/C1) to <time:2026-03-02T10:00:00Z>.',
  },
  {
    what: 'another due date',
    payload: action('updateCard', {
      card: { ...card, due: '2026-03-03T10:00:00.000Z' },
      old: { due: '2026-03-02T10:00:00.000Z' },
    }),
    topic: 'Kitchen',
    text: 'Mara Lind changed the due date of the card [#5 Buy tea](https://trello.com/c/C1) from <time:2026-03-02T10:00:00Z> to <time:2026-03-03T10:00:00Z>.',
  },
  {
    what: 'no due date any more',
    payload: action('updateCard', { card: { ...card, due: null }, old: { due: '2026-03-02T10:00:00.000Z' } }),
    topic: 'Kitchen',
    text: 'Mara Lind removed the due date of the card [#5 Buy tea](https://trello.com/c/C1), which was <time:2026-03-02T10:00:00Z>.',
  },
  {
    what: 'a start date',
    payload: action('updateCard', { card: { ...card, start: '2026-03-02T10:00:00.000Z' }, old: { start: null } }),
    topic: 'Kitchen',
    text: 'Mara Lind set the start date of the card [#5 Buy tea](https://trello.com/c/C1) to <time:2026-03-02T10:00:00Z>.',
  },
  {
    what: 'a card that is done',
    payload: action('updateCard', { card: { ...card, dueComplete: true }, old: { dueComplete: false } }),
    topic: 'Kitchen',
    text: 'Mara Lind marked the card [#5 Buy tea](https://trello.com/c/C1) as done.',
  },
  {
    what: 'a description that is gone',
    payload: action('updateCard', { card: { ...card, desc: '' }, old: { desc: 'Green.' } }),
    topic: 'Kitchen',
    text: 'Mara Lind removed the description of the card [#5 Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'another description',
    payload: action('updateCard', { card: { ...card, desc: 'Black.' }, old: { desc: 'Green.' } }),
    topic: 'Kitchen',
    text: 'Mara Lind changed the description of the card [#5 Buy tea](https://trello.com/c/C1).\n\n```quote\nBlack.\n```',
  },
  {
    what: 'a card at another place of its list',
    payload: action('updateCard', { card, old: { pos: 1 } }),
    topic: 'Kitchen',
    text: 'Mara Lind moved the card [#5 Buy tea](https://trello.com/c/C1) within its list.',
  },
  {
    what: 'a label with a text and a color',
    payload: action('addLabelToCard', { card, label: { name: 'urgent', color: 'red' } }),
    topic: 'Kitchen',
    text: 'Mara Lind added the label urgent (red) to the card [#5 Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'a label as old payloads have it',
    payload: action('addLabelToCard', { card, text: 'urgent', value: 'red' }),
    topic: 'Kitchen',
    text: 'Mara Lind added the label urgent (red) to the card [#5 Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'a label with only a color',
    payload: action('removeLabelFromCard', { card, label: { name: '', color: 'red' } }),
    topic: 'Kitchen',
    text: 'Mara Lind removed the label red from the card [#5 Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'a label with nothing',
    payload: action('removeLabelFromCard', { card, label: {} }),
    topic: 'Kitchen',
    text: 'Mara Lind removed the label without a name from the card [#5 Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'another background',
    payload: action('updateBoard', {
      board: { ...board, prefs: { background: 'red' } },
      old: { prefs: { background: 'lime' } },
    }),
    topic: 'Kitchen',
    text: 'Mara Lind changed the background of the board [Kitchen](https://trello.com/b/B1): lime → red.',
  },
  {
    what: 'another name of the board',
    payload: action('updateBoard', { old: { name: 'Cellar' } }),
    topic: 'Kitchen',
    text: 'Mara Lind renamed the board Cellar to the board [Kitchen](https://trello.com/b/B1).',
  },
  {
    what: 'a closed board',
    payload: action('updateBoard', { board: { ...board, closed: true }, old: { closed: false } }),
    topic: 'Kitchen',
    text: 'Mara Lind closed the board [Kitchen](https://trello.com/b/B1).',
  },
  {
    what: 'another change of the board',
    payload: action('updateBoard', { old: {} }),
    topic: 'Kitchen',
    text: 'Mara Lind changed the board [Kitchen](https://trello.com/b/B1).',
  },
  {
    what: 'an edited comment',
    payload: action('updateComment', { card, action: { text: 'Black!' } }),
    topic: 'Kitchen',
    text: 'Mara Lind edited a comment on the card [#5 Buy tea](https://trello.com/c/C1).\n\n```quote\nBlack!\n```',
  },
  {
    what: 'a vote',
    payload: action('voteOnCard', { card, voted: true }),
    topic: 'Kitchen',
    text: 'Mara Lind voted for the card [#5 Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'an item of a checklist',
    payload: action('createCheckItem', { card, checklist: { name: 'Shops' }, checkItem: { name: 'Find one' } }),
    topic: 'Kitchen',
    text: 'Mara Lind added Find one to the checklist Shops of the card [#5 Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'a member who may do more',
    payload: action('makeAdminOfBoard', {}, { member: { fullName: 'Jonas Berg' } }),
    topic: 'Kitchen',
    text: 'Mara Lind made Jonas Berg an administrator of the board [Kitchen](https://trello.com/b/B1).',
  },
  {
    what: 'a card without a name',
    payload: action('commentCard', { card: { idShort: 6, shortLink: 'C6' }, text: 'Tea?' }),
    topic: 'Kitchen',
    text: 'Mara Lind wrote a comment on the card [#6](https://trello.com/c/C6).\n\n```quote\nTea?\n```',
  },
];
