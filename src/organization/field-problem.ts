import { ApiError, errorKind } from '../http/errors.ts';

export const fieldBlank = errorKind('This field cannot be blank.');

/** An invalid form field. `__all__` stands for an invalid combination of fields. */
export interface Problem {
  field: string;
  error: ApiError;
}

/** Throws the first problem; its `errors` list all messages by field. */
export function ensureNoProblem(problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const { kind, message } = first.error;
  const errors: Record<string, string[]> = {};
  for (const { field, error } of problems) errors[field] = [...(errors[field] ?? []), error.message];
  throw new ApiError(kind, message, { errors }, {});
}
