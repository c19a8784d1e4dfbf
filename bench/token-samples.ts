/** The texts on which `tokens.ts` measures estimates: generated, or files of the project and of its dependencies. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const pieceLength = 4_000;
const shortestPiece = 250;
const piecesOfEach = 40;
const root = join(import.meta.dirname, '..');

export interface Sample {
  readonly kind: string;
  /** False for generated text such as base64: it is shown but does not affect the bound. */
  readonly ordinary: boolean;
  readonly pieces: readonly string[];
}

function readFiles(pattern: string): string[] {
  const paths = globSync(pattern, { cwd: root, exclude: (path) => path.endsWith('.min.js') });
  return paths.sort().map((path) => readFileSync(join(root, path), 'utf8'));
}

/** Splits texts into pieces and selects some of them, evenly distributed. */
function cut(texts: readonly string[]): string[] {
  const pieces = [...new Set(texts)].flatMap((text) =>
    Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, index) =>
      text.slice(index * pieceLength, (index + 1) * pieceLength),
    ),
  );
  const long = pieces.filter((piece) => piece.length >= shortestPiece);
  const every = Math.max(1, long.length / piecesOfEach);
  return Array.from(
    { length: Math.min(long.length, piecesOfEach) },
    (_, index) => long[Math.floor(index * every)] ?? '',
  );
}

/** TypeScript's messages: the same text in many languages. */
function readMessages(language: string): string[] {
  const [file = '{}'] = readFiles(
    `node_modules/typescript/lib/${language}/diagnosticMessages.generated.json`,
  );
  return [Object.values(JSON.parse(file) as Record<string, string>).join('\n')];
}

const dependencies = 'node_modules/.pnpm/*/node_modules/{*,@*/*}';

/** Text written for this measurement: typical prompts in languages with few samples. */
const prose = {
  Chinese: `我们打算在下个月把客户服务系统迁移到新的平台。请先阅读附件里的需求说明，然后列出可能的风险，并按照严重程度排序。
如果某个步骤需要停机，请写明大概需要多长时间，以及怎样通知用户。昨天的会议上，大家对数据备份的方案有不同意见：有人觉得每天备份一次就够了，也有人担心高峰期会丢失订单。
你能不能比较这两种做法的成本，再给出一个折中的建议？另外，请用简单的语言解释什么是“最终一致性”，因为市场部的同事不熟悉技术名词。最后，把整封邮件控制在五百字以内，语气要礼貌，但不要太客套。
春天的早晨，河边的柳树刚刚发芽，老人牵着孙子的手慢慢走过石桥。孩子问为什么水总是往低处流，老人笑了笑，说这个问题他小时候也问过。`,
  Japanese: `来月、社内の予約システムを新しい環境へ移す予定です。添付した資料を読んで、考えられる問題点を重要な順に並べてください。
作業中にサービスを止める必要がある場合は、どのくらいの時間がかかるか、利用者にどう知らせるかも書いてもらえると助かります。昨日の打ち合わせでは、バックアップを一日一回にするか、それとも一時間ごとにするかで意見が分かれました。
費用と安全性の両方を考えて、ちょうどよい方法を提案してください。専門用語に慣れていない人も読むので、できるだけやさしい言葉でお願いします。
夕方になると、港の近くの小さな食堂に明かりがともる。店の主人は毎朝市場へ出かけ、その日に一番おいしい魚を選んでくるそうだ。常連の客たちは、メニューを見ずに「今日は何がいい？」とたずねるだけだった。`,
  Korean: `다음 달에 고객 지원 시스템을 새로운 환경으로 옮길 예정입니다. 첨부한 문서를 읽고 예상되는 문제를 중요한 순서대로 정리해 주세요.
작업 중에 서비스를 멈춰야 한다면 시간이 얼마나 걸리는지, 사용자에게 어떻게 알릴지도 함께 적어 주시면 좋겠습니다. 어제 회의에서는 백업을 하루에 한 번만 할지, 아니면 한 시간마다 할지를 두고 의견이 나뉘었습니다.
비용과 안전성을 모두 고려해서 적당한 방법을 제안해 주세요. 기술 용어에 익숙하지 않은 동료도 읽을 예정이니 되도록 쉬운 말로 설명해 주시기 바랍니다.
가을이 깊어지면 산골 마을에는 감이 빨갛게 익는다. 할머니는 마루에 앉아 감을 깎아 줄에 매달고, 아이들은 그 옆에서 낙엽을 모아 놀았다.`,
  Russian: `В следующем месяце мы собираемся перенести систему поддержки клиентов на новую площадку. Прочитайте, пожалуйста, приложенное описание и перечислите возможные трудности, начиная с самых серьёзных.
Если на каком-то шаге придётся остановить работу, укажите, сколько времени это займёт и как предупредить пользователей. Вчера на совещании мнения разделились: одни считают, что достаточно делать резервную копию раз в сутки, другие боятся потерять заказы в часы наибольшей нагрузки.
Сравните стоимость обоих вариантов и предложите разумный компромисс. Письмо будут читать люди, далёкие от техники, поэтому объясняйте простыми словами.
К вечеру дождь утих, и над рекой поднялся туман. Старый паромщик сидел на берегу, курил трубку и рассказывал внуку, как когда-то зимой переходил эту реку пешком по льду.`,
};

/** Pseudo-random numbers that are the same on every run. */
function createBytes(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}

function createData(encoding: 'base64' | 'hex'): string[] {
  return Array.from({ length: 10 }, (_, seed) =>
    Buffer.from(createBytes(1_500, seed + 1)).toString(encoding),
  );
}

/** Mixes all kinds equally in every piece, as prompts of coding tools do. */
function mix(kinds: readonly (readonly string[])[]): string[] {
  const [first = []] = kinds;
  return first.map((_, index) =>
    kinds.map((pieces) => (pieces[index % pieces.length] ?? '').slice(0, 1_000)).join('\n\n'),
  );
}

export function listSamples(): Sample[] {
  const english = cut([
    ...readFiles('*.md'),
    ...readFiles('docs/**/*.md'),
    ...readFiles(`${dependencies}/README.md`),
  ]);
  const code = cut([
    ...readFiles('packages/*/src/**/*.ts'),
    ...readFiles(`${dependencies}/lib/*.js`),
  ]);
  const manifests = readFiles(`${dependencies}/package.json`);
  const json = cut(manifests);
  const compact = cut(manifests.map((text) => JSON.stringify(JSON.parse(text))));
  const chinese = cut([...readMessages('zh-cn'), prose.Chinese]);
  const others = ['de', 'fr', 'es', 'it', 'pt-br', 'pl', 'cs', 'tr'].flatMap(readMessages);
  const ordinary: Record<string, readonly string[]> = {
    'English (READMEs, docs)': english,
    'English (licences)': cut(readFiles(`${dependencies}/LICENSE*`)),
    'code (TypeScript, JavaScript)': code,
    'JSON, indented': json,
    'JSON, compact': compact,
    'Chinese, simplified': chinese,
    'Chinese, traditional': cut(readMessages('zh-tw')),
    Japanese: cut([...readMessages('ja'), prose.Japanese]),
    Korean: cut([...readMessages('ko'), prose.Korean]),
    Russian: cut([...readMessages('ru'), prose.Russian]),
    'European, eight languages': cut(others),
    'mixed: English, code, JSON, Chinese': mix([english, code, json, chinese]),
  };
  const data: Record<string, readonly string[]> = {
    base64: createData('base64'),
    hexadecimal: createData('hex'),
    'lock file': cut(readFiles('pnpm-lock.yaml')),
  };
  return [
    ...Object.entries(ordinary).map(([kind, pieces]) => ({ kind, ordinary: true, pieces })),
    ...Object.entries(data).map(([kind, pieces]) => ({ kind, ordinary: false, pieces })),
  ];
}

const hostileLength = 200_000;
/** Texts that take real tokenizers minutes. */
export const hostileTexts: Readonly<Record<string, string>> = {
  letters: 'a'.repeat(hostileLength),
  spaces: ' '.repeat(hostileLength),
  'line ends': '\n'.repeat(hostileLength),
  'one ideograph': '的'.repeat(hostileLength),
  underscores: '_'.repeat(hostileLength),
  digits: '1'.repeat(hostileLength),
  'changing case': 'aB'.repeat(hostileLength / 2),
  'accented letters': 'é'.repeat(hostileLength),
  emoji: '😀'.repeat(hostileLength / 2),
  base64: Buffer.from(createBytes(hostileLength * 0.75, 1)).toString('base64'),
  'special tokens': '<|endoftext|>'.repeat(hostileLength / 13),
};
