import type { Env, Token } from 'markdown-it';
import type { Link } from './link.ts';

/** What the names in a text mean to the one who renders it. Each is asked for only when a text has such a name. */
export interface Lookups {
  /** The URL of this server, without a slash at the end. */
  readonly site_url: string;
  /** Whether uploaded pictures, films and sounds are shown below the text. */
  readonly shows_previews: () => boolean;
  /** The language of code that does not say which it is in; empty for none. */
  readonly default_code_language: () => string;
  /** Whether emoticons become emoji. */
  readonly translates_emoticons: () => boolean;
  /** The one person of a name, or with an id; undefined also for a name that several people have. */
  findPerson(name: string, id: number | undefined): Person | undefined;
  findGroup(name: string): Group | undefined;
  /** A channel that the writer may know of. */
  findChannel(name: string): Place | undefined;
  /** A topic as it is named in a link to it; one that nobody wrote in yet has no newest message. */
  findTopic(channel_id: number, name: string): Topic;
  /** The id of an emoji of the organization's own. */
  findEmoji(name: string): number | undefined;
  /** The picture that was uploaded to a URL of this server, by the URL without the server. */
  findPicture(url: string): Picture | undefined;
  /** The links that linkifiers make in a text; undefined where there are no linkifiers. */
  readonly findLinks: ((text: string) => Link[]) | undefined;
}

export interface Picture {
  /** In pixels, as it is shown. */
  width: number;
  height: number;
  /** Where a small form of it is, or will be; undefined where it is shown itself. */
  thumbnail_url: string | undefined;
  /** Whether the small form is still being made. */
  is_waiting: boolean;
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
  /** How the topic is shown to people. */
  display_name: string;
  newest_id: number | undefined;
}

/** What rendering finds out about a text. */
export interface Findings {
  /** Whom it addresses; silent mentions are left out. */
  user_ids: Set<number>;
  group_ids: Set<number>;
  /** `@**all**` and its like. */
  channel: boolean;
  /** `@**topic**`. */
  topic: boolean;
  /** The tokens that open links, in the order of the text. */
  links: Token[];
  /** What people read of the text outside code and quotations. */
  spoken: string;
}

/** What the rules of one rendering share; `contextOf(state.env)` gives it to them. */
export interface RenderContext {
  /** Undefined where names mean nothing, as in descriptions. */
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

/** The form in which markdown-it carries a context. */
export function envOf(context: RenderContext): Env {
  return { context };
}

export function contextOf(env: Env): RenderContext {
  return env.context as RenderContext;
}
