import type { App } from '../context.ts';
import { isPicture, isUpload } from '../markdown/media.ts';
import { rendererVersion, renderText } from '../markdown/render.ts';
import { pathIdOf } from '../uploads/address.ts';
import type { User } from '../users/user.ts';
import { TextLookups } from './text-lookups.ts';

/** Whom a text addresses; silent mentions are left out. */
export interface Mentions {
  user_ids: number[];
  group_ids: number[];
  /** `@**all**` and its like: everyone who follows the channel. */
  channel: boolean;
  /** `@**topic**`: everyone who took part in the topic. */
  topic: boolean;
}

/** A message as HTML, and what it says. */
export interface Rendering {
  html: string;
  mentions: Mentions;
  /** What people read of it outside code and quotations. */
  spoken: string;
  has_link: boolean;
  /** Whether it links to a picture, here or elsewhere. */
  has_image: boolean;
  /** Whether it links to something uploaded. */
  has_attachment: boolean;
  /** The uploaded files it links to, there or not: their addresses below `/user_uploads/`. */
  path_ids: string[];
}

/** Renders what somebody writes: names mean what they mean to the sender. */
export function renderMessage(app: App, sender: User, content: string): Rendering {
  const { html, findings } = renderText(content, new TextLookups(app, sender));
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

/** What is stored of a rendering, in this order: rendered_content, rendered_version, has_link, has_image, has_attachment. */
export function renderedColumns({ html, has_link, has_image, has_attachment }: Rendering): (string | number)[] {
  return [html, rendererVersion, Number(has_link), Number(has_image), Number(has_attachment)];
}
