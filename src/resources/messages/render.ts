import { isLongerThan, required, text } from '../../http/params.ts';
import { maxMessageLength, messageTooLong } from '../../messages/message.ts';
import { htmlTooLong, renderToSend } from '../../messages/rendering.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const renderMessage: Endpoint = endpoint({
  method: 'POST',
  path: '/messages/render',
  summary: 'Render the preview of a message',
  access: 'user',
  scoped: 'reads',
  params: { content: required(text(), 'Content of the message, in Markdown.') },
  errors: [messageTooLong, htmlTooLong],
  weight: ({ content }) => 1 + Math.floor(content.length / 1000),
  handler({ app, user }, { content }) {
    if (isLongerThan(content, maxMessageLength)) throw messageTooLong();
    return { rendered: renderToSend(app, user, content).html };
  },
});
