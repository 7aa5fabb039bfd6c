import type { RE2JS } from 're2js';
import { errorKind } from '../http/errors.ts';
import { ensureNoProblem, fieldBlank, type Problem } from './field-problem.ts';
import { compilePattern, PatternError } from './linkifier-pattern.ts';
import { templateInvalid, templateVariables } from './url-template.ts';

/** The settings of a linkifier. */
export interface LinkifierSettings {
  /** RE2 syntax. */
  pattern: string;
  /** An RFC 6570 template; its variables are the pattern's named groups. */
  url_template: string;
  /** A text that the pattern matches. */
  example_input: string | null;
  /** Turns the groups back into the text: `{group}`, and `{{` and `}}` for braces. */
  reverse_template: string | null;
  /** Templates of further URLs with the same meaning. */
  alternative_url_templates: string[];
}

const patternInvalid = errorKind<{ detail: string }>('Bad regular expression: {detail}');
const exampleMissing = errorKind('Example text is required for the auto-conversion field.');
const exampleUnmatched = errorKind('Example input does not match the linkifier pattern.');
const braceOpen = errorKind("Invalid auto-conversion field: missing '}' character.");
const groupUnnamed = errorKind('Invalid auto-conversion field: empty field name.');
const groupUnknown = errorKind<{ name: string }>(
  "Group '{name}' in auto-conversion field is not present in linkifier pattern.",
);
const exampleDiffers = errorKind('Example text does not match auto-conversion field.');
const variableUnknown = errorKind<{ name: string }>(
  "Group '{name}' in URL template is not present in linkifier pattern.",
);
const groupUnused = errorKind<{ name: string }>("Group '{name}' in linkifier pattern is not present in URL template.");

/** The answer lists all problems by field, as `errors`. */
export const linkifierErrors = [
  fieldBlank,
  patternInvalid,
  exampleMissing,
  exampleUnmatched,
  braceOpen,
  groupUnnamed,
  groupUnknown,
  exampleDiffers,
  templateInvalid,
  variableUnknown,
  groupUnused,
] as const;

/** Trims and checks a linkifier; empty optional texts become null. Throws one of linkifierErrors. */
export function checkLinkifier(wanted: LinkifierSettings): LinkifierSettings {
  const settings = {
    pattern: wanted.pattern.trim(),
    url_template: wanted.url_template.trim(),
    example_input: wanted.example_input?.trim() || null,
    reverse_template: wanted.reverse_template?.trim() || null,
    alternative_url_templates: wanted.alternative_url_templates.map((template) => template.trim()),
  };
  ensureNoProblem([...blankFields(settings), ...findProblems(settings)]);
  return settings;
}

function blankFields(settings: LinkifierSettings): Problem[] {
  const texts = [
    ['pattern', settings.pattern],
    ['url_template', settings.url_template],
    ...settings.alternative_url_templates.map((template) => ['alternative_url_templates', template] as const),
  ] as const;
  return texts.filter(([, text]) => text === '').map(([field]) => ({ field, error: fieldBlank() }));
}

// Reports only one inconsistency at a time: the next one often follows from the first.
function findProblems(settings: LinkifierSettings): Problem[] {
  const pattern = readPattern(settings.pattern);
  if (pattern && 'error' in pattern) return [pattern, ...invalidTemplates(settings)];
  const invalid = invalidTemplates(settings);
  const reverse = pattern ? findReverseProblem(pattern, settings) : [];
  if (!pattern || reverse.length > 0 || invalid.length > 0) return [...reverse, ...invalid];
  return templatesOf(settings)
    .flatMap(({ template }) => findGroupProblem(pattern, template))
    .slice(0, 1);
}

/** The compiled pattern, or its problem; undefined for a blank one. */
function readPattern(pattern: string): RE2JS | Problem | undefined {
  try {
    return pattern === '' ? undefined : compilePattern(pattern);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return { field: 'pattern', error: patternInvalid({ detail: error.message }) };
  }
}

/** The non-blank templates with the names of their fields. */
function templatesOf({ url_template, alternative_url_templates }: LinkifierSettings) {
  return [
    { field: 'url_template', template: url_template },
    ...alternative_url_templates.map((template) => ({ field: 'alternative_url_templates', template })),
  ].filter(({ template }) => template !== '');
}

function invalidTemplates(settings: LinkifierSettings): Problem[] {
  return templatesOf(settings)
    .filter(({ template }) => !templateVariables(template))
    .map(({ field }) => ({ field, error: templateInvalid() }));
}

function findGroupProblem(pattern: RE2JS, template: string): Problem[] {
  const groups = new Set(groupNames(pattern));
  const variables = templateVariables(template) ?? new Set<string>();
  const [unknown] = [...variables].filter((name) => !groups.has(name)).sort();
  if (unknown !== undefined) return together(variableUnknown({ name: unknown }));
  const [unused] = [...groups].filter((name) => !variables.has(name)).sort();
  return unused === undefined ? [] : together(groupUnused({ name: unused }));
}

function findReverseProblem(
  pattern: RE2JS,
  { example_input, reverse_template }: Pick<LinkifierSettings, 'example_input' | 'reverse_template'>,
): Problem[] {
  if (example_input === null) return reverse_template === null ? [] : together(exampleMissing());
  const matcher = pattern.matcher(example_input);
  if (!matcher.find()) return together(exampleUnmatched());
  if (reverse_template === null) return [];
  const made = expandReverse(reverse_template, matcher.getNamedGroups());
  if (typeof made !== 'string') return [made];
  return made === example_input ? [] : together(exampleDiffers());
}

/** The text that a reverse template produces from a match, or the template's problem. */
function expandReverse(template: string, groups: Record<string, string | null>): string | Problem {
  const pieces: string[] = [];
  for (const [piece] of template.matchAll(/\{\{|\}\}|\{[^}]*\}?|\}|[^{}]+/g)) {
    if (piece === '{{' || piece === '}}') pieces.push(piece.charAt(0));
    else if (!piece.startsWith('{')) pieces.push(piece);
    else if (!piece.endsWith('}')) return problem(braceOpen());
    else {
      const name = piece.slice(1, -1);
      if (name === '') return problem(groupUnnamed());
      if (!Object.hasOwn(groups, name)) return problem(groupUnknown({ name }));
      pieces.push(groups[name] ?? '');
    }
  }
  return pieces.join('');
}

function groupNames(pattern: RE2JS): string[] {
  return Object.keys(pattern.namedGroups());
}

function problem(error: Problem['error']): Problem {
  return { field: '__all__', error };
}

function together(error: Problem['error']): Problem[] {
  return [problem(error)];
}
