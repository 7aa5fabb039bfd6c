import type { Context } from '../context.ts';
import { errorKind } from '../http/errors.ts';
import { isPicture, isUpload } from '../markdown/media.ts';
import { isLonger, type RenderedText, rendererVersion, renderText, renderWritten } from '../markdown/render.ts';
import { pathIdOf } from '../uploads/address.ts';
import type { User } from '../users/user.ts';
import { TextLookups } from './text-lookups.ts';

/** The users, groups and wildcards that a text mentions, without silent mentions. */
export interface Mentions {
  user_ids: number[];
  group_ids: number[];
  /** `@**all**` and its synonyms: all subscribers of the channel. */
  channel: boolean;
  /** `@**topic**`: all participants of the topic. */
  topic: boolean;
}

/** A message as HTML, with its mentions, text and links. */
export interface Rendering {
  html: string;
  mentions: Mentions;
  /** The visible text outside code blocks. */
  spoken: string;
  has_link: boolean;
  /** Whether it links to an image, uploaded or external. */
  has_image: boolean;
  /** Whether it links to an uploaded file. */
  has_attachment: boolean;
  /** The paths of linked uploads below `/user_uploads/`, whether or not they exist. */
  path_ids: string[];
}

/** In bytes. Syntax can have two hundred times its length as HTML: an emoji of a long name. */
const maxHtml = 1_000_000;

export const htmlTooLong = errorKind(`Unable to render message: its HTML is too long (limit: ${maxHtml} bytes).`);

/** Renders a message that a user sends. Throws htmlTooLong. */
export function renderToSend(app: Context, sender: User, content: string): Rendering {
  const rendered = render(app, sender, content);
  if (isLonger(rendered.html, maxHtml)) throw htmlTooLong();
  return renderingOf(rendered);
}

/**
 * Renders a text that must be shown in any case. If its HTML would be too long, the text is shown as it is written.
 * Names are resolved as the sender sees them.
 */
export function renderMessage(app: Context, sender: User, content: string): Rendering {
  const rendered = render(app, sender, content);
  return renderingOf(isLonger(rendered.html, maxHtml) ? renderWritten(content) : rendered);
}

function render(app: Context, sender: User, content: string): RenderedText {
  return renderText(content, new TextLookups(app, sender));
}

function renderingOf({ html, findings }: RenderedText): Rendering {
  const { user_ids, group_ids, channel, topic, links, spoken } = findings;
  const urls = links.map((link) => String(link.attrGet('href')));
  return {
    html,
    mentions: { user_ids: [...user_ids], group_ids: [...group_ids], channel, topic },
    spoken,
    has_link: urls.length > 0,
    has_image: urls.some(isPicture),
    has_attachment: urls.some(isUpload),
    path_ids: urls.map(pathIdOf).filter((path_id) => path_id !== undefined),
  };
}

/** The columns rendered_content, rendered_version, has_link, has_image and has_attachment, in this order. */
export function renderedColumns({ html, has_link, has_image, has_attachment }: Rendering): (string | number)[] {
  return [html, rendererVersion, Number(has_link), Number(has_image), Number(has_attachment)];
}
