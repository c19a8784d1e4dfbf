/** The patterns of credentials, accounts and hosts, used to redact client responses and logs. */

/** Replaces every masked text. */
export const mask = '[redacted]';

/**
 * A pattern and its replacement. Each takes linear time: no repetition is nested in another that could match
 * the same characters, and lookaheads are bounded.
 */
export type Shape = readonly [pattern: RegExp, replacement: string];

/** Characters that vendors write in place of the middle of a key. */
const cut = '*•●…';

/** Words that follow a scheme or a field name in ordinary sentences, where there is no credential. */
const plainTerms = [
  'an?|and|are|auth\\w*|cannot|credentials?|does|empty|errors?|expired|fail\\w*|fields?|for|format',
  'has|headers?|in|incorrect|invalid|is|keys?|limit|malformed|missing|must|none|not|null|or',
  'provided|realm|required|scheme|should|the|this|to|tokens?|type|undefined|unknown|values?|was',
  'were|with|wrong|you|your',
].join('|');
const noWord = `(?!(?:${plainTerms})\\b)`;

/**
 * The rest of a key after its prefix: truncated by its vendor, as in `ab12****wxyz` and `ab...`, or whole.
 */
function keyTail(shortest: number): string {
  const cutOff = `[\\w-]{2,}(?:[${cut}]|\\.{2,})[\\w${cut}.-]*`;
  return `(?:${cutOff}|[\\w-]{${String(shortest)},}(?:\\.[\\w-]+)*)`;
}

/**
 * A digit or a truncation mark within this distance of a prefix distinguishes a key from terms such as
 * `key_not_found`.
 */
const hasDigit = `(?=[\\w-]{0,300}[\\d${cut}])`;

function keyShape(prefixes: string, behind: string): Shape {
  return [new RegExp(`\\b(?:${prefixes})[-_/]${behind}`, 'g'), mask];
}

/** A field name in prose, headers and JSON, up to the start of its value. */
function fieldShape(names: string, value: string): Shape {
  const separator = '["\'\\\\]{0,4}\\s{0,4}[:=]\\s{0,4}["\'\\\\]{0,4}';
  return [new RegExp(`\\b(${names})(${separator})${noWord}${value}`, 'gi'), `$1$2${mask}`];
}

/**
 * Credentials of any vendor, also in headers, query strings and URLs. The key prefixes are those that the
 * vendors of our providers and the code hosting services document.
 */
export const credentialShapes: readonly Shape[] = [
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g, mask],
  fieldShape(
    '(?:proxy-)?authorization|(?:x-(?:goog-)?)?api-key',
    '(?:(?:Bearer|Basic|Token)\\s+)?[^\\s"\'\\\\,}]+',
  ),
  fieldShape(
    'api[ _]?key|(?:access|auth|bearer)[ _-]?token|client[ _-]?secret|password|secret|token',
    `(?!\\d+\\b)(?=[^\\s"'\\\\,;&}<>]{0,300}[\\d${cut}])[^\\s"'\\\\,;&}<>]{4,}`,
  ),
  [
    /([?&](?:key|api[_-]?key|access_token|token|sig|signature|secret)=)[^\s"'\\&<>#]+/gi,
    `$1${mask}`,
  ],
  [new RegExp(`\\b(Bearer\\s+)${noWord}[\\w.~+/=${cut}-]{3,}`, 'gi'), `$1${mask}`],
  [/\b([Bb]asic\s+)(?=\w[a-z]{0,100}[A-Z\d+/=])[\w+/=-]{4,}/g, `$1${mask}`],
  keyShape(
    'sk|gsk|csk|xai|nvapi|tgp_v1|github_pat|glpat|xox[abprs]|parley-(?:admin|session|link)',
    keyTail(6),
  ),
  keyShape('pk|rk|key|hf|r8|fw|fpk|cpk|gh[oprsu]|vck', hasDigit + keyTail(8)),
  keyShape('pplx|ark|bce-v3|co|dop_v1|flp|inf|jina|pa|syn|tk|up', hasDigit + keyTail(20)),
  [new RegExp(`\\b(?:AIza|ya29\\.|AQ\\.Ab)[\\w${cut}.-]{6,}`, 'g'), mask],
  [/\beyJ[\w-]{8,}(?:\.[\w-]+)*/g, mask],
  [/\b(?:AKIA|ASIA|LTAI|dapi)(?=[A-Za-z\d]{0,60}\d)[A-Za-z\d]{12,}/g, mask],
  [/(:\/\/)[^\s/@"'<>]{1,256}@/g, `$1${mask}@`],
];

const scheme = '(?:https?:\\/\\/)?';
const port = '(?::\\d{1,5})?';
const privateZones = 'internal|intranet|local|localdomain|lan|home\\.arpa';
const groups = '[\\da-f]{1,4}(?::[\\da-f]{1,4}){0,6}';
const ipv4Tail = '(?:[.:]\\d{1,3}(?:\\.\\d{1,3}){2,3})?';

/** Accounts and hosts: hidden from clients, kept in logs for operators. */
export const placeShapes: readonly Shape[] = [
  [/\b[a-z][a-z\d+.-]{1,20}:\/\/\[redacted\]@[^\s"'<>]*/gi, mask],
  [/\barn:aws[a-z-]{0,10}:[^\s"'<>,]+/g, mask],
  [/\b(?:org|proj|acct|user|team|wrkspc)[-_](?=[a-z]{0,64}[A-Z\d])[A-Za-z\d]{8,}/g, mask],
  [
    // An account by its kind, as in `project number: 123456789012` and `projects/p-1234567`.
    /\b((?:organi[sz]ation|projects?|account|subscription|team|tenant|workspace|consumer|api[ _-]key)(?:[ _-]?(?:id|number))?(?:["'`\\]{0,3}\s{0,3}[:=/#]\s{0,3}|\s{1,3})["'`\\(]{0,3})(?=[\w-]{0,64}\d)[\w-]{6,}/gi,
    `$1${mask}`,
  ],
  [/(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}\b/gi, mask],
  [
    new RegExp(
      `(?<![\\w.-])${scheme}(?:localhost|(?:[\\w-]{1,63}\\.){1,8}(?:${privateZones}))\\b(?!\\.\\w)${port}`,
      'gi',
    ),
    mask,
  ],
  [
    // IPv6, also with an IPv4 address at its end: either a `::` or all eight groups.
    new RegExp(
      `(?<![\\w:.])${scheme}\\[?(?=[\\da-f:.]{0,45}[\\da-f])` +
        `(?:(?:[\\da-f]{1,4}:){7}[\\da-f]{1,4}|(?:${groups})?::(?:${groups})?)` +
        `${ipv4Tail}(?:%\\w{1,16})?(?![\\w:])\\]?${port}`,
      'gi',
    ),
    mask,
  ],
  [new RegExp(`(?<![\\w.])${scheme}\\d{1,3}(?:\\.\\d{1,3}){3}(?!\\w|\\.\\d)${port}`, 'gi'), mask],
];
