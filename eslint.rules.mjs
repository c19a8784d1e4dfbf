/** What the rules of several packages consist of; used by the other files `eslint.*`. */

/** Files that are no part of a program, which most rules of packages leave out. */
export const tests = [
  '**/*.test.ts',
  '**/*.test-d.ts',
  '**/testing/**/*.ts',
  'tests/**/*.ts',
  'bench/**/*.ts',
];

/** Globals with side effects or changing values, which pure packages receive as parameters. */
export const impureGlobals = [
  'Buffer',
  'Bun',
  'Deno',
  'WebSocket',
  'XMLHttpRequest',
  'clearInterval',
  'clearTimeout',
  'console',
  'crypto',
  'fetch',
  'global',
  'globalThis',
  'navigator',
  'performance',
  'process',
  'queueMicrotask',
  'require',
  'setImmediate',
  'setInterval',
  'setTimeout',
];

/** Globals that only some runtimes have. */
export const hostGlobals = [
  'Buffer',
  'Bun',
  'Deno',
  'global',
  'process',
  'require',
  'setImmediate',
];

/** The clock and chance, which most packages receive as parameters. */
export const clockReads = [
  { object: 'Date', property: 'now', message: 'Pass the time as a parameter.' },
  { object: 'performance', property: 'now', message: 'Pass the time as a parameter.' },
];
export const chance = {
  object: 'Math',
  property: 'random',
  message: 'Pass random values as a parameter.',
};

/** What no file may contain. */
export const bannedSyntax = [
  {
    selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
    message: 'Export by name.',
  },
  {
    selector: 'ImportDeclaration[source.value="zod"] > :not(ImportNamespaceSpecifier, Literal)',
    message: "Write import * as z from 'zod': the named import defeats tree shaking.",
  },
];
/** The clock, as `new Date()`. */
export const clockSyntax = [
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'Pass the time as a parameter.',
  },
];

/** Modules and types of a single runtime. */
const foreignModules = {
  regex: '^(bun(:.+|-types)?|(npm|jsr):.+|@types/(bun|deno)|@deno/types)$',
  message:
    "Do not import a runtime's own modules or types: its app declares the few names that it uses.",
};

/** Relative imports must stay inside their package and name the source file. */
export const relativeImports = [
  { regex: '^\\.{1,2}/.*\\.js$', message: 'Name the source file, with .ts.' },
  { regex: '^\\.{1,2}/.*/(src|dist)/', message: 'Import another package by its name.' },
  foreignModules,
];

/**
 * The import rule of one package or folder.
 * @param {string} allowed the allowed imports, as alternatives of a regular expression
 * @param {string} message the error for any other import
 * @param {{ regex: string, message: string }[]} more further forbidden relative imports
 */
export function importOnly(allowed, message, more = []) {
  return {
    'no-restricted-imports': [
      'error',
      {
        patterns: [...relativeImports, ...more, { regex: `^(?!(${allowed})$|\\.{1,2}/)`, message }],
      },
    ],
  };
}

/** @param {string[]} names */
export function banGlobals(names, message) {
  return {
    'no-restricted-globals': ['error', ...names.map((name) => ({ name, message }))],
  };
}
