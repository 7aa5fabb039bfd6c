import { completionOf, type Shell, shells } from '../../src/cli/completion.ts';
import { manualOf } from '../../src/cli/manual.ts';
import { createProgram } from '../../src/cli/program.ts';

/** What comes with the program, made of the declarations of its commands. */
export interface Texts {
  /** In the format of man. */
  manual: string;
  completions: Readonly<Record<Shell, string>>;
}

export async function makeTexts(): Promise<Texts> {
  const program = await createProgram();
  const completions = Object.fromEntries(shells.map((shell) => [shell, completionOf(program, shell)]));
  return { manual: manualOf(program), completions: completions as Texts['completions'] };
}
