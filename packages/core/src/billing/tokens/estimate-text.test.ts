import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesOfBase64,
  estimateJsonTokens,
  estimateSealedTokens,
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
    const sealed = 'qL7x'.repeat(1_000);
    const open = { type: 'web_search_result', title: 'Bridges of the north' };
    const tokens = estimateJsonTokens({ ...open, encrypted_content: sealed }, 'openai');
    const rest = estimateTextTokens(JSON.stringify({ ...open, encrypted_content: '' }), 'openai');
    expect(tokens).toBe(rest + 750);
    expect(tokens).toBeLessThan(estimateTextTokens(sealed, 'openai'));
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
    expect([0, 1, 4, 300].map(estimateSealedTokens)).toEqual([0, 1, 1, 75]);
  });
});
