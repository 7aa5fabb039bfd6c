import type { ServerDraft } from '../api/types.ts';
import type { Client } from '../client.ts';
import { copy } from '../commands/actions.ts';
import { insertLate } from '../commands/replies.ts';
import { t } from '../language/texts.ts';
import type { OutgoingMessage } from '../live/outbox-storage.ts';
import { Unsent } from '../messages/outgoing.tsx';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { PageBody, PageHead } from '../parts/page.tsx';
import { Time } from '../parts/time.tsx';
import { Tool } from '../parts/tool.tsx';
import type { Draft } from '../store/drafts.ts';
import { splitFiles } from '../text/attached.ts';
import { lateIcons } from '../text/late-icons.ts';

/** Messages that could not be sent, and the user's drafts, from this and other devices. */
export function Drafts() {
  const client = useClient();
  const drafts = [...client.drafts.all.value].sort(([, a], [, b]) => b.changed - a.changed);
  const others = client.sharedDrafts.value?.listOthers() ?? [];
  const { value: unsent } = client.outbox.unsent;
  return (
    <main class="page">
      <PageHead title={t('common.drafts')} />
      <PageBody>
        {unsent.length + drafts.length + others.length === 0 && (
          <div class="empty">
            <h2>{t('pages.noDrafts')}</h2>
            <p>{t('pages.noDraftsHint')}</p>
          </div>
        )}
        {unsent.length > 0 && <UnsentMessages entries={unsent} />}
        <ul class="drafts">
          {drafts.map(([key, draft]) => (
            <Row key={key} draft={draft} />
          ))}
          {others.map((draft) => (
            <OtherRow key={draft.id} draft={draft} />
          ))}
        </ul>
      </PageBody>
    </main>
  );
}

function UnsentMessages({ entries }: { entries: readonly OutgoingMessage[] }) {
  const client = useClient();
  return (
    <ul class="drafts" aria-label={t('pages.unsentMessages')}>
      {entries.map((entry) => (
        <li key={entry.local_id}>
          <a href={client.linkTo(entry.conversation)} data-row>
            <b>{client.describe(entry.conversation)}</b> <Time timestamp={entry.timestamp} />
          </a>
          <Words content={entry.content} />
          <Unsent entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function Row({ draft: { conversation, content, changed } }: { draft: Draft }) {
  const client = useClient();
  const name = client.describe(conversation);
  return (
    <li class="inbox-row">
      <a href={client.linkTo(conversation)} data-row>
        <b>{name}</b> <Time timestamp={changed / 1000} />
        <Words content={content} />
      </a>
      <Tool name={t('pages.deleteDraft', { name })} icon="close" onClick={() => client.drafts.keep(conversation, '')} />
    </li>
  );
}

/** The beginning of a text, and the names of its files. */
function Words({ content }: { content: string }) {
  const { text, files } = splitFiles(content);
  return (
    <span class="draft-text">
      <span dir="auto">{text.slice(0, 200)}</span>
      {files.map(({ name, url }) => (
        <span key={url} class="draft-file">
          <Icon name={lateIcons.file} /> <span dir="auto">{name}</span>
        </span>
      ))}
    </span>
  );
}

/**
 * A draft of another device, for a conversation that has several drafts or without a recipient: it can be taken over or
 * copied.
 */
function OtherRow({ draft }: { draft: ServerDraft }) {
  const client = useClient();
  const conversation = client.sharedDrafts.value?.conversationIn(draft);
  const name = conversation ? client.describe(conversation) : t('pages.nobodyYet');
  return (
    <li class="inbox-row">
      <button type="button" class="draft-button" data-row onClick={() => void takeOver(client, draft)}>
        <b>{name}</b> <Time timestamp={draft.timestamp} />
        <Words content={draft.content} />
      </button>
      <Tool
        name={t('pages.deleteOtherDraft', { name })}
        icon="close"
        onClick={() => void client.attempt(client.call('DELETE', `/drafts/${draft.id}`))}
      />
    </li>
  );
}

async function takeOver(client: Client, draft: ServerDraft): Promise<void> {
  const conversation = client.sharedDrafts.value?.conversationIn(draft);
  if (!conversation) {
    await copy(client, draft.content);
    return;
  }
  const gap = client.drafts.find(conversation) === '' ? '' : '\n\n';
  await insertLate(client, {
    conversation,
    text: client.call('DELETE', `/drafts/${draft.id}`).then(() => gap + draft.content),
    open: () => client.router.go(client.linkTo(conversation)),
  });
}
