/** A part of a text that leads somewhere. */
export interface Link {
  /** The part as it stands in the text. */
  text: string;
  url: string;
  /** Where it begins, in UTF-16 units. */
  index: number;
}
