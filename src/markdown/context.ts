import type { Env, Token } from 'markdown-it';
import type { Link } from './link.ts';

/** Resolves the names in a text for its writer. Each lookup runs only if the text needs it. */
export interface Lookups {
  /** The URL of this server, without a trailing slash. */
  readonly site_url: string;
  /** Whether previews of uploaded images, videos and sounds are shown. */
  readonly shows_previews: () => boolean;
  /** The language of code blocks without a language; empty for none. */
  readonly default_code_language: () => string;
  /** Whether emoticons become emoji. */
  readonly translates_emoticons: () => boolean;
  /** The only person with this name or id; undefined if the name is ambiguous. */
  findPerson(name: string, id: number | undefined): Person | undefined;
  findGroup(name: string): Group | undefined;
  /** A channel that the writer may see. */
  findChannel(name: string): Place | undefined;
  /** A topic named in a link; without an oldest message if the topic does not exist. */
  findTopic(channel_id: number, name: string): Topic;
  /** The address of the picture of a custom emoji. */
  findEmoji(name: string): string | undefined;
  /** What the content of the file uploaded to a URL of this server shows; `url` is relative to it. Undefined: nothing. */
  findMedia(url: string): Media | undefined;
  /** The links that linkifiers create in a text; undefined if there are no linkifiers. */
  readonly findLinks: ((text: string) => Link[]) | undefined;
}

export interface Media {
  /** By the content of the file. */
  content_type: string;
  /** Of an image. */
  picture?: Picture;
}

export interface Picture {
  /** In pixels, as displayed. */
  width: number;
  height: number;
  /** The URL of its thumbnail, ready or not; undefined if the image itself is shown. */
  thumbnail_url: string | undefined;
  /** Whether the thumbnail is not ready yet. */
  is_waiting: boolean;
  /** The name of the thumbnail's format, if browsers can only show that. */
  transcoded: string | undefined;
}

export interface Person {
  id: number;
  full_name: string;
  is_active: boolean;
}

export interface Group {
  id: number;
  name: string;
  is_active: boolean;
}

export interface Place {
  id: number;
  name: string;
}

export interface Topic {
  /** Empty for the empty topic. */
  name: string;
  /** The displayed name of the topic. */
  display_name: string;
  newest_id: number | undefined;
}

/** Facts collected while a text is rendered. */
export interface Findings {
  /** Mentioned users, without silent mentions. */
  user_ids: Set<number>;
  group_ids: Set<number>;
  /** `@**all**` and its synonyms. */
  channel: boolean;
  /** `@**topic**`. */
  topic: boolean;
  /** The tokens that open links, in the order of the text. */
  links: Token[];
  /** The visible text outside code blocks. */
  spoken: string;
}

/** State shared by the rules of one rendering; see `contextOf(state.env)`. */
interface RenderContext {
  /** Undefined if names are not resolved, as in descriptions. */
  readonly lookups: Lookups | undefined;
  readonly findings: Findings;
}

export function newContext(lookups: Lookups | undefined): RenderContext {
  const findings = {
    user_ids: new Set<number>(),
    group_ids: new Set<number>(),
    channel: false,
    topic: false,
    links: [],
    spoken: '',
  };
  return { lookups, findings };
}

/** The context as a markdown-it environment. */
export function envOf(context: RenderContext): Env {
  return { context };
}

export function contextOf(env: Env): RenderContext {
  return env.context as RenderContext;
}
