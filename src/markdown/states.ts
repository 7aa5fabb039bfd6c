import MarkdownIt, { type MarkdownIt as Markdown, type Token } from 'markdown-it';

type Nesting = Token['nesting'];

/** Has the methods of markdown-it's tokens and none of their fields. */
function Methods() {}
Methods.prototype = MarkdownIt.Token.prototype;

/** A token with all its fields set at once: markdown-it sets each by a call, which takes a sixth of a short message. */
class LightToken extends (Methods as unknown as typeof Token) {
  override type: string;
  override tag: string;
  override attrs = null;
  override map = null;
  override nesting: Nesting;
  override level = 0;
  override children = null;
  override content = '';
  override markup = '';
  override info = '';
  override meta = null;
  override block = false;
  override hidden = false;

  constructor(type: string, tag: string, nesting: Nesting) {
    super(type, tag, nesting);
    this.type = type;
    this.tag = tag;
    this.nesting = nesting;
  }
}

/** Replaces the states of the parser by states that create light tokens, and otherwise do the same. */
export function useLightTokens({ core, block, inline }: Markdown): void {
  core.State = class extends core.State {
    override Token = LightToken;
  };
  block.State = lightBlock(block.State);
  inline.State = lightInline(inline.State);
}

function lightBlock(State: Markdown['block']['State']): typeof State {
  return class extends State {
    override Token = LightToken;

    override push(type: string, tag: string, nesting: Nesting): Token {
      const token = new LightToken(type, tag, nesting);
      token.block = true;
      if (nesting < 0) this.level--;
      token.level = this.level;
      if (nesting > 0) this.level++;
      this.tokens.push(token);
      return token;
    }
  };
}

function lightInline(State: Markdown['inline']['State']): typeof State {
  return class extends State {
    override Token = LightToken;

    override pushPending(): Token {
      const token = new LightToken('text', '', 0);
      token.content = this.pending;
      token.level = this.pendingLevel;
      this.tokens.push(token);
      this.pending = '';
      return token;
    }

    override push(type: string, tag: string, nesting: Nesting): Token {
      if (this.pending) this.pushPending();
      const token = new LightToken(type, tag, nesting);
      if (nesting < 0) {
        this.level--;
        this.delimiters = this._prev_delimiters.pop() ?? [];
      }
      token.level = this.level;
      this.tokens.push(token);
      this.tokens_meta.push(nesting > 0 ? this.#open() : undefined);
      this.pendingLevel = this.level;
      return token;
    }

    #open() {
      this.level++;
      this._prev_delimiters.push(this.delimiters);
      this.delimiters = [];
      return { delimiters: this.delimiters };
    }
  };
}
