interface Props {
  /** What sending the form is called. */
  verb: string;
  /** What can be done instead. */
  other: string;
  onOther: () => void;
}

/** What stands at the end of a form: a button that sends it, and one that does not. */
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
