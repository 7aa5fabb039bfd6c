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
  const { kind, values } = first.error;
  const errors: Record<string, ApiError[]> = {};
  for (const { field, error } of problems) errors[field] = [...(errors[field] ?? []), error];
  throw new ApiError(kind, values, { errors }, {});
}
