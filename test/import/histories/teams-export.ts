import { png } from '../../support/pictures.ts';

/** A record of Microsoft Graph, whose fields tests change. */
export type Fields = Record<string, unknown>;

const at = (second: number) => new Date(1_700_000_000_000 + second * 1000).toISOString();
const teamId = '11111111-aaaa-4444-8888-000000000001';
const channelId = '19:general@thread.tacv2';
const chatId = '19:a_b@unq.gbl.spaces';
const user = (id: string, displayName: string) => ({ user: { id, displayName, userIdentityType: 'aadUser' } });
export const olga = user('u-olga', 'Olga Owner');
export const ada = user('u-ada', 'Ada Adams');

const answer = (context: string, value: readonly Fields[]) => ({
  '@odata.context': `https://graph.microsoft.com/v1.0/$metadata#${context}`,
  value,
});

export function message(id: number, from: Fields, content: string, fields: Fields = {}): Fields {
  return {
    id: String(1_700_000_000_000 + id * 1000),
    replyToId: null,
    messageType: 'message',
    createdDateTime: at(id),
    lastEditedDateTime: null,
    deletedDateTime: null,
    subject: null,
    chatId: null,
    from,
    body: { contentType: 'html', content },
    channelIdentity: { teamId, channelId },
    attachments: [],
    mentions: [],
    reactions: [],
    ...fields,
  };
}

const idOf = (second: number) => String(1_700_000_000_000 + second * 1000);
const hosted = 'aWQ9eF8wLXd1cy1kMSx0eXBlPTE=';

/** Answers of the API about a team and a chat, with every kind of message. */
export function graphFiles(...more: readonly Fields[]): Fields {
  return {
    'users.json': answer('users', [
      {
        id: 'u-olga',
        displayName: 'Olga Owner',
        mail: 'olga@example.com',
        userPrincipalName: 'olga@corp.example',
        accountEnabled: true,
      },
      { id: 'u-ada', displayName: 'Ada Adams', mail: null, userPrincipalName: 'ada@example.com', userType: 'Guest' },
    ]),
    'teams.json': answer('teams', [
      {
        id: teamId,
        displayName: 'Kitchen',
        description: 'All about tea',
        visibility: 'public',
        isArchived: false,
        createdDateTime: at(-90),
      },
    ]),
    'channels.json': answer(`teams('${teamId}')/channels`, [
      {
        id: channelId,
        displayName: 'General',
        description: 'Talk',
        membershipType: 'standard',
        createdDateTime: at(-80),
      },
      { id: '19:secret@thread.tacv2', displayName: 'Secret', membershipType: 'private', createdDateTime: at(-70) },
    ]),
    'members.json': answer(`teams('${teamId}')/members`, [
      { id: 'm1', displayName: 'Olga Owner', userId: 'u-olga', email: 'olga@example.com', roles: ['owner'] },
      { id: 'm2', displayName: 'Ada Adams', userId: 'u-ada', email: 'ada@example.com', roles: [] },
    ]),
    'chats.json': answer('chats', [
      {
        id: chatId,
        topic: null,
        chatType: 'oneOnOne',
        members: [
          { id: 'x', userId: 'u-olga', displayName: 'Olga Owner' },
          { id: 'y', userId: 'u-ada', displayName: 'Ada Adams' },
        ],
      },
    ]),
    'messages.json': answer(`teams('${teamId}')/channels('${channelId}')/messages`, [
      message(1, olga, '<p>Ask <at id="0">Ada</at>, <strong>now</strong> or *never*</p>', {
        subject: 'Which kettle?',
        mentions: [{ id: 0, mentionText: 'Ada', mentioned: ada }],
        lastEditedDateTime: at(50),
        reactions: [
          { reactionType: 'like', createdDateTime: at(2), user: ada },
          { reactionType: '🎉', createdDateTime: at(2), user: olga },
          { reactionType: 'custom', displayName: 'partyparrot', createdDateTime: at(2), user: olga },
        ],
        replies: [message(2, ada, '<p>Glass <emoji id="x" alt="🙂"></emoji></p>', { replyToId: idOf(1) })],
      }),
      message(
        3,
        ada,
        `<p>See</p><img src="https://graph.microsoft.com/v1.0/teams/t/channels/c/messages/3/hostedContents/${hosted}/$value" width="1">`,
      ),
      message(4, olga, '<attachment id="a1"></attachment>', {
        attachments: [
          {
            id: 'a1',
            contentType: 'reference',
            contentUrl: 'https://corp.sharepoint.com/plan.docx',
            name: 'plan.docx',
          },
        ],
      }),
      message(5, ada, `<attachment id="${idOf(3)}"></attachment><p>That one</p>`, {
        attachments: [{ id: idOf(3), contentType: 'messageReference', content: '{}' }],
      }),
      message(6, olga, '', { deletedDateTime: at(7) }),
      message(7, olga, '<systemEventMessage/>', { messageType: 'systemEventMessage', from: null }),
      message(
        8,
        { application: { id: 'app1', displayName: 'CI' } },
        '<codeblock class="Bash"><code>make<br>test</code></codeblock>',
      ),
      ...more,
    ]),
    'chat.json': answer(`chats('${chatId}')/messages`, [
      message(20, ada, 'Lunch?', {
        chatId,
        channelIdentity: null,
        body: { contentType: 'text', content: 'Lunch * 2?' },
      }),
    ]),
    [`hostedContents/${hosted}.png`]: Buffer.from(png()),
  };
}
