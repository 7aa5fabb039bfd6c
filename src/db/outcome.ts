/** The result of an action, or its error. */
export type Outcome = { value: unknown; error?: never } | { error: unknown; value?: never };

export function attempt(action: () => unknown): Outcome {
  try {
    return { value: action() };
  } catch (error) {
    return { error };
  }
}
