import type { Context } from '../context.ts';
import { findChannelByName } from '../conversations/channel.ts';
import { type Texts, textsIn } from '../ground/texts.ts';
import { setRealmSetting } from '../realm/settings.ts';
import { organizationTexts } from '../users/language.ts';
import { doDescribeSilently, doRenameSilently } from './channel-change.ts';
import { doCreateChannel } from './new-channel.ts';

/** Creates the first channel of an organization: a default channel, in which new channels are announced. */
export function doCreateFirstChannel(app: Context): void {
  const { id } = doCreateChannel(app, undefined, { ...namesIn(textsIn('en')), is_default: true });
  setRealmSetting(app.db, 'new_stream_announcements_stream_id', id);
}

/** Names the first channel in the language of the organization, once that is known, unless it was changed before. */
export function doTranslateFirstChannel(app: Context): void {
  const [before, now] = [namesIn(textsIn('en')), namesIn(organizationTexts(app.db))];
  const channel = findChannelByName(app.db, before.name);
  if (channel?.description !== before.description || before.name === now.name) return;
  doRenameSilently(app, channel, now.name);
  doDescribeSilently(app, channel, now.description);
}

function namesIn(texts: Texts): { name: string; description: string } {
  return { name: texts.t('setup.generalChannel'), description: texts.t('setup.generalDescription') };
}
