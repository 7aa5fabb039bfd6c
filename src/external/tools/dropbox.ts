import { md } from '../markdown.ts';
import { hmac } from '../signature.ts';
import { always, recorded, type Tool } from '../tool.ts';

/** Dropbox says only whose files changed. */
export const dropbox: Tool = {
  title: 'Dropbox',
  payloads: recorded('https://www.dropbox.com/developers/reference/webhooks'),
  signature: hmac('X-Dropbox-Signature'),
  ...always((payload) => {
    const count = payload.list('list_folder.accounts').length;
    return {
      topic: 'Dropbox',
      text: md`Files of ${count > 1 ? `${count} accounts` : 'an account'} in Dropbox changed.`,
    };
  }),
};
