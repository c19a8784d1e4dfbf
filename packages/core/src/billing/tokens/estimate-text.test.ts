import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesOfBase64,
  estimateJsonTokens,
  estimateEncryptedTokens,
  estimateTextTokens,
} from './estimate-text.ts';
import { estimateErrorPercent, tokenFamilies } from './token-family.ts';

/** Counted by o200k, by the last published vocabulary of Claude times 1.1, and by cl100k. */
const counted = [
  {
    kind: 'English',
    text: `The committee met on Tuesday to decide whether the old bridge should be repaired or replaced. Most of the members agreed that a careful survey was needed first, but they could not agree on who should pay for it. After two hours of discussion the chair proposed a compromise: the town would cover the survey, and the county would return half of the cost if the bridge stayed open. Nobody was entirely happy, which is perhaps the sign of a fair agreement.`,
    counts: { openai: 90, 'older-claude': 99, other: 90 },
  },
  {
    kind: 'code',
    text: `export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
`,
    counts: { openai: 86, 'older-claude': 107, other: 86 },
  },
  {
    kind: 'JSON',
    text: `{
  "orders": [
    { "id": 48213, "customer": "Hedda Lindqvist", "total": 129.5, "paid": true },
    { "id": 48214, "customer": "Omar Haddad", "total": 18, "paid": false }
  ],
  "currency": "EUR",
  "exportedAt": "2026-03-14T09:26:53Z"
}`,
    counts: { openai: 99, 'older-claude': 108, other: 100 },
  },
  {
    kind: 'Chinese',
    text: `我们打算在下个月把客户服务系统迁移到新的平台。请先阅读附件里的需求说明，然后列出可能的风险，并按照严重程度排序。如果某个步骤需要停机，请写明大概需要多长时间，以及怎样通知用户。`,
    counts: { openai: 55, 'older-claude': 100, other: 86 },
  },
  {
    kind: 'Japanese',
    text: `作業中にサービスを止める必要がある場合は、どのくらいの時間がかかるか、利用者にどう知らせるかも書いてもらえると助かります。昨日の打ち合わせでは、意見が分かれました。`,
    counts: { openai: 60, 'older-claude': 87, other: 81 },
  },
  {
    kind: 'Korean',
    text: `작업 중에 서비스를 멈춰야 한다면 시간이 얼마나 걸리는지, 사용자에게 어떻게 알릴지도 함께 적어 주시면 좋겠습니다. 어제 회의에서는 의견이 나뉘었습니다.`,
    counts: { openai: 44, 'older-claude': 105, other: 82 },
  },
  {
    kind: 'Russian',
    text: `Если на каком-то шаге придётся остановить работу, укажите, сколько времени это займёт и как предупредить пользователей. Вчера на совещании мнения разделились.`,
    counts: { openai: 38, 'older-claude': 80, other: 65 },
  },
  {
    kind: 'base64',
    text: `eyJzdWIiOiI0ODIxMyIsIm5hbWUiOiJIZWRkYSBMaW5kcXZpc3QiLCJzY29wZSI6WyJvcmRlcnM6cmVhZCIsIm9yZGVyczp3cml0ZSJdLCJleHAiOjE3NzM0ODI0MTN9`,
    counts: { openai: 86, 'older-claude': 91, other: 88 },
  },
  {
    kind: 'hexadecimal',
    text: `4f1c9a07e2b85d3360f7ab19c84ed2051b7f63a9d0ce4218956bfa3071dd8e2c`,
    counts: { openai: 44, 'older-claude': 48, other: 44 },
  },
] as const;

const measured = ['openai', 'older-claude', 'other'] as const;

describe.each(tokenFamilies)('estimateTextTokens for %s', (family) => {
  it('returns 0 only for empty text', () => {
    expect(estimateTextTokens('', family)).toBe(0);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (text) => {
        const tokens = estimateTextTokens(text, family);
        expect(Number.isInteger(tokens)).toBe(true);
        expect(tokens).toBeGreaterThan(0);
        expect(tokens).toBeLessThanOrEqual(text.length * 4);
      }),
    );
  });

  it.each([' ', '\n', '\t', '_', '\u2500'])(
    'never counts long runs of %j as nothing',
    (pattern) => {
      const tokens = estimateTextTokens(pattern.repeat(200_000), family);
      expect(tokens).toBeGreaterThan(1_000);
    },
  );

  it.each(['a', 'A', 'aB', '\u7684', '\u044F', '1', '<|endoftext|>'])(
    'does not let long runs of %j pass for a few words',
    (pattern) => {
      const text = pattern.repeat(200_000 / pattern.length);
      expect(estimateTextTokens(text, family)).toBeGreaterThan(text.length / 5);
    },
  );
});

describe.each(counted)('estimateTextTokens of $kind', ({ text, counts }) => {
  it.each(measured)('stays within the bound for %s', (family) => {
    const error = estimateTextTokens(text, family) / counts[family] - 1;
    expect(Math.abs(error) * 100).toBeLessThanOrEqual(estimateErrorPercent[family]);
  });
});

describe('the families', () => {
  const [english, , , chinese] = counted;

  it('differ as their vendors state', () => {
    const older = estimateTextTokens(english.text, 'older-claude');
    const growth = estimateTextTokens(english.text, 'claude') / older;
    expect(growth).toBeGreaterThan(1.2);
    expect(growth).toBeLessThan(1.5);
    expect(estimateTextTokens(english.text, 'gemini')).toBeGreaterThan(
      estimateTextTokens(english.text, 'openai'),
    );
  });

  it('count other scripts the same in the newer Claude', () => {
    expect(estimateTextTokens(chinese.text, 'claude')).toBe(
      estimateTextTokens(chinese.text, 'older-claude'),
    );
  });

  it('count digits in groups or one by one', () => {
    const digits = '123456789012';
    expect(estimateTextTokens(digits, 'openai')).toBe(4);
    expect(estimateTextTokens(digits, 'gemini')).toBe(12);
  });
});

describe('estimateJsonTokens', () => {
  it('counts encrypted data by its length and not as text', () => {
    const encrypted = 'qL7x'.repeat(1_000);
    const open = { type: 'web_search_result', title: 'Bridges of the north' };
    const tokens = estimateJsonTokens({ ...open, encrypted_content: encrypted }, 'openai');
    const rest = estimateTextTokens(JSON.stringify({ ...open, encrypted_content: '' }), 'openai');
    expect(tokens).toBe(rest + 750);
    expect(tokens).toBeLessThan(estimateTextTokens(encrypted, 'openai'));
  });

  it('counts long prose and short ids as text', () => {
    const json = { id: 'srvtoolu_01AbC', text: 'A bridge is a way across a river. '.repeat(50) };
    expect(estimateJsonTokens(json, 'openai')).toBe(
      estimateTextTokens(JSON.stringify(json), 'openai'),
    );
  });
});

describe('sizes', () => {
  it('convert base64 to bytes and bytes to tokens, rounded up', () => {
    expect([0, 1, 4, 400].map(bytesOfBase64)).toEqual([0, 1, 3, 300]);
    expect([0, 1, 4, 300].map(estimateEncryptedTokens)).toEqual([0, 1, 1, 75]);
  });
});

it.each([
  [255, false],
  [256, true],
])('takes %d characters of data in JSON for encrypted: %s', (length, isEncrypted) => {
  const data = 'A'.repeat(length);
  const open = estimateTextTokens('{"a":""}', 'openai');
  const encrypted = open + estimateEncryptedTokens(bytesOfBase64(length));
  const estimate = estimateJsonTokens({ a: data }, 'openai');
  expect(estimate).toBe(isEncrypted ? encrypted : estimateTextTokens(`{"a":"${data}"}`, 'openai'));
  expect(estimateJsonTokens({ a: `${'A'.repeat(length - 1)}.` }, 'openai')).not.toBe(encrypted);
});

it.each([
  [1, 1, 1],
  [4, 3, 1],
  [5, 4, 1],
  [6, 5, 2],
])('%d characters of base64 are %d bytes, and %d tokens when they are encrypted', (...numbers) => {
  const [characters, bytes, tokens] = numbers;
  expect(bytesOfBase64(characters)).toBe(bytes);
  expect(estimateEncryptedTokens(bytes)).toBe(tokens);
});

/** What the weights of each family make of a hundred times a text: a change of them shows here. */
it.each([
  ['prose', 'The quick brown fox jumps over the lazy dog. ', [1016, 1613, 1119, 1097, 1016]],
  ['long words', 'an internationalization ', [227, 550, 368, 246, 227]],
  ['long names', '_internationalization ', [759, 1204, 945, 820, 855]],
  ['accents', 'cette généralisation préférée ', [780, 2086, 1741, 842, 970]],
  ['an unbroken word', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ', [1332, 2390, 1582, 1438, 1333]],
  ['base64', 'TWFueSBoYW5kcyBtYWtl ', [1362, 1622, 1542, 1471, 1362]],
  ['hexadecimal', '9f86d081884c7d659a2feaa0 ', [1442, 1706, 1635, 1922, 1442]],
  ['numbers', 'in 2026, 1234567 ', [907, 867, 812, 1540, 907]],
  ['code', 'if (x.y) {\n\t\treturn "z";\n}\n\n', [1186, 1925, 1650, 1281, 1186]],
  ['line ends', 'one\ntwo\n', [403, 554, 445, 436, 403]],
  ['rulers', '-------- ', [125, 371, 371, 135, 125]],
  ['spaces', 'x    y ', [288, 340, 231, 311, 288]],
  ['Cyrillic', 'Съешь ещё этих мягких французских булок ', [1001, 2214, 2214, 1082, 1315]],
  ['Greek', 'καλημέρα κόσμε ', [588, 1902, 1902, 636, 965]],
  ['Hebrew', 'שלום עולם ', [331, 1028, 1028, 358, 555]],
  ['Hindi', 'नमस्ते दुनिया ', [483, 2452, 2452, 522, 987]],
  ['Chinese', '你好世界', [280, 420, 420, 303, 352]],
  ['Japanese', 'こんにちは、カタカナ。', [783, 1288, 1288, 846, 907]],
  ['Korean', '안녕하세요 ', [352, 717, 717, 380, 457]],
  ['emoji', '😀🎈', [580, 504, 504, 627, 580]],
  ['symbols', '→≠∑ ', [137, 527, 527, 148, 374]],
] as const)('a hundred times %s make as many tokens as before', (_, text, tokens) => {
  const estimated = tokenFamilies.map((family) => estimateTextTokens(text.repeat(100), family));
  expect(estimated).toEqual(tokens);
});
