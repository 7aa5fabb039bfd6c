import { ApiError, errorKind } from '../http/errors.ts';

export const fieldBlank = errorKind('This field cannot be blank.');

/** What is wrong with one of the fields of a form, or with how they go together: then the field is `__all__`. */
export interface Problem {
  field: string;
  error: ApiError;
}

/** Throws the first of some problems, with a list of all of them by field as `errors`. */
export function ensureNoProblem(problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const { kind, message } = first.error;
  const errors: Record<string, string[]> = {};
  for (const { field, error } of problems) errors[field] = [...(errors[field] ?? []), error.message];
  throw new ApiError(kind, message, { errors }, {});
}
