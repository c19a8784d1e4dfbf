// Random texts with the special characters of shells and languages; used by the tests of this package.
import fc from 'fast-check';

const special = `'"\`$\\\n\r\t %!^&|<>();#*?[]{}~=@-,:‘’‚‛\u007F\u0085\u2028\u202E\uFEFF`;

const character = fc.oneof(
  fc.constantFrom(...Array.from(special)),
  fc.constantFrom('\\u0041', '${x}', '$(id)', '%PATH%', '"""', "'''", '\\"', '*/', '{{x}}', '--'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((each) => each !== '\0'),
);

/** Any text without NUL, which no shell can represent. */
export const hostileText = fc.string({ unit: character, maxLength: 30 });

/** Any text of one line. */
export const hostileLine = hostileText.map((text) => text.replaceAll(/[\r\n]/g, ''));
