import { useSignal } from '@preact/signals';
import { copy } from '../commands/actions.ts';
import { DialogButton } from '../forms/dialog-button.tsx';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { botKinds } from './bot-kinds.ts';
import { OutgoingCalls } from './outgoing-calls.tsx';
import { WebhookAddress } from './webhook-address.tsx';
import { WebhookCheck } from './webhook-check.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

/** A bot and its newly created key. */
export interface NewKey {
  user_id: number;
  full_name: string;
  api_key?: string | undefined;
}

export function BotKeyButton({ bot }: { bot: NewKey }) {
  return (
    <DialogButton text={t('bots.key')} label={t('bots.keyOf', { name: bot.full_name })}>
      {(close) => <KeyDialog bot={bot} onClose={close} />}
    </DialogButton>
  );
}

/** Creates keys of a bot, and shows each key once, because the server cannot read it back. */
export function KeyDialog({ bot, onClose }: { bot: NewKey; onClose: () => void }) {
  const { call, store } = useClient();
  const key = useSignal(bot.api_key ?? '');
  const { problem, run } = useAction();
  const path = `/bots/${bot.user_id}/api_key`;
  const record = store.read('people').state.realm_bots.find(({ user_id }) => user_id === bot.user_id);
  const isIncoming = record?.bot_type === botKinds.incoming;
  const isOutgoing = record?.bot_type === botKinds.outgoing;
  const make = (method: 'GET' | 'POST', at: string) =>
    void run(async () => {
      const { api_key } = await call<{ api_key: string }>(method, at);
      key.value = api_key;
    });
  return (
    <Dialog title={t('bots.keyOf', { name: bot.full_name })} onClose={onClose}>
      {key.value === '' ? <p>{t('bots.keyHint')}</p> : <ShownKey user_id={bot.user_id} api_key={key.value} />}
      {key.value !== '' && isIncoming && <WebhookAddress user_id={bot.user_id} api_key={key.value} />}
      {key.value === '' && isIncoming && <WebhookCheck user_id={bot.user_id} />}
      {isOutgoing && <OutgoingCalls user_id={bot.user_id} />}
      {(isIncoming || isOutgoing) && <WebhookSecret user_id={bot.user_id} isIncoming={isIncoming} />}
      <Problem text={problem.value} />
      <div class="buttons">
        <button type="button" class="button is-plain" onClick={() => make('GET', path)}>
          {t('bots.createOneMoreKey')}
        </button>
        <button type="button" class="button is-plain" onClick={() => make('POST', `${path}/regenerate`)}>
          {t('bots.replaceAllKeys')}
        </button>
      </div>
    </Dialog>
  );
}

/** A key, to copy or to download as a zuliprc file. */
export function ShownKey({ user_id, api_key }: { user_id: number; api_key: string }) {
  const client = useClient();
  const email = client.store.users.value.get(user_id)?.email ?? '';
  return (
    <>
      <p>{t('bots.keyShown')}</p>
      <output class="field is-code">{api_key}</output>
      <div class="buttons">
        <button type="button" class="button" onClick={() => download('zuliprc', zuliprc(email, api_key))}>
          {t('bots.downloadZuliprc')}
        </button>
        <button type="button" class="button is-plain" onClick={() => void copy(client, api_key)}>
          {t('bots.copyTheKey')}
        </button>
      </div>
    </>
  );
}

function zuliprc(email: string, key: string): string {
  return `[api]\nemail=${email}\nkey=${key}\nsite=${location.origin}\n`;
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
