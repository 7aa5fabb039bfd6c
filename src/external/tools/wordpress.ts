import { link, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

/** The plug-in HookPress. */
export const wordpress: Tool = {
  title: 'WordPress',
  payloads: recorded('https://wordpress.org/plugins/hookpress/'),
  eventOf: inField('hook'),
  events: {
    'publish_*': writePublished,
    user_register: (payload) => ({
      topic: 'WordPress',
      text: md`${payload.any('display_name', 'user_login') || 'Somebody'} registered, ${payload.any('user_email') || 'without an address'}.`,
    }),
    wp_login: (payload) => ({ topic: 'WordPress', text: md`${payload.any('user_login') || 'Somebody'} logged in.` }),
  },
};

function writePublished(payload: Payload, event: string): ToolMessage {
  const kind = payload.any('post_type') || event.slice('publish_'.length).trim();
  const title = payload.any('post_title') || `New ${kind}`;
  return {
    topic: `WordPress ${kind}`,
    text: md`The ${kind} ${link(title, payload.any('post_url').trim())} was published.`,
  };
}
