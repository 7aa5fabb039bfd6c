/** A link in a text. */
export interface Link {
  /** As written in the text. */
  text: string;
  url: string;
  /** Its start, in UTF-16 units. */
  index: number;
}
