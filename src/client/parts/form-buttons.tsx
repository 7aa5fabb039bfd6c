interface Props {
  /** The label of the submit button. */
  verb: string;
  /** The label of the other button. */
  other: string;
  onOther: () => void;
}

/** The end of a form: a button that submits it, and one that does not. */
export function FormButtons({ verb, other, onOther }: Props) {
  return (
    <div class="buttons">
      <button type="submit" class="button">
        {verb}
      </button>
      <button type="button" class="button is-plain" onClick={onOther}>
        {other}
      </button>
    </div>
  );
}
