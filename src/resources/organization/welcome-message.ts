import { required, text } from '../../http/params.ts';
import { messageEmpty } from '../../messages/content.ts';
import { doGreet } from '../../messages/notices.ts';
import { maxWelcomeLength } from '../../realm/setting-table.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const testWelcomeMessage: Endpoint = endpoint({
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  summary: 'Send yourself the welcome message of new users',
  access: 'administrator',
  params: {
    welcome_message_custom_text: required(text({ max: maxWelcomeLength }), 'The message, in Markdown.'),
  },
  errors: [messageEmpty],
  handler({ app, user }, { welcome_message_custom_text: content }) {
    if (content.trim() === '') throw messageEmpty();
    return { message_id: doGreet(app, user, content) };
  },
});
