/** Our secrets as an upstream may echo them, and how a test finds them again. */

/** Credentials with every prefix that vendors use for their keys, and opaque, odd and short ones. */
export const credentials: readonly string[] = [
  'sk-proj-Zq81Xw52Cv93Bn64Mm75',
  'sk-ant-api03-Hd40Ty19Rf86Ws37-AA',
  'sk-or-v1-0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  'sk_live_Pa26Ke58Nu04Jx91',
  'pk_live_Vb73Lg15Oc82Iz60',
  'gsk_Dm49Qs07Et31Fy68Uh25',
  'csk-w3x9k2v8m4n7q1r5t6y0',
  'xai-Ga17Bw84Ck52Dj96El03',
  'nvapi-Rn65Sm38To71Up29Vq',
  'pplx-93ac7be15d2f80461c7e5a9b3d8f2046',
  'hf_XkqbJwzcYvefAnghTmij',
  'r8_UorbIwycEvdfOngsWmaj',
  'fw_PabbQwscLvkfJngh',
  'tgp_v1_Mi92Nj43Ok76Pl10',
  'AIzaSyCe57Df08Eg31Fh64Gi97Hj20Ik53Jl',
  'ya29.Wx74Xy05Yz36Za67',
  'bce-v3/ALTAK-Br48Cs79/Dt10Eu41',
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ0ZXN0In0.Fv72Gw03Hx34',
  '5d7c0b91-e64f-4a28-93c5-7f10ab86de32',
  'KsuboTwmvCyefDnzhPmqjRlgl',
  'n/6+z=8$u(2)o.4*i[0]e^3|m',
  String.raw`w"7\k\\h"5{d}9?v`,
  'hunter22',
  'tiny7',
  'k9',
];

/** The host of every upstream, and our account there. */
export const host = 'llm7.vendor-host.test:8443';
export const account = 'acct-zq81xw52cv93';
export const upstreamModel = 'vendor-model-7b';

/** What an upstream echoes of our secrets. */
export interface Echo {
  /** One credential alone, for fields that hold a single word. */
  readonly word: string;
  /** All of them in full, with our base URL and account. */
  readonly words: string;
  /** Shortened as vendors do. */
  readonly cut: string;
  /** Encoded as in URLs, headers and JSON. */
  readonly coded: string;
}

const sentences = {
  words: [
    `The model ${upstreamModel} at https://${host}/${account} (203.0.113.7:8443, [2001:db8::77]:8443,`,
    'postgres://root:pw@db.example/x) refused org-AbCdEf123456 these API keys:',
    ...credentials,
  ].join(' '),
  cut: credentials
    .filter(({ length }) => length > 12)
    .flatMap((credential) => [
      `${credential.slice(0, 6)}***…${credential.slice(-4)},`,
      `${credential.slice(0, 9)}…`,
      `...${credential.slice(-6)}`,
    ])
    .join(' '),
  coded: credentials
    .flatMap((credential) => [
      encodeURIComponent(credential),
      credential.length < 8 ? '' : btoa(`user:${credential}`),
      JSON.stringify(credential),
    ])
    .join(' '),
};

/** @param index which of the credentials is the word, modulo their number */
export function createEcho(index: number): Echo {
  return { word: credentials[index % credentials.length] ?? '', ...sentences };
}

/** Finds our base URL and our account with the upstream, and what accompanies them in its sentences. */
export function findPlaces(text: string): readonly string[] {
  const places =
    /vendor-host|:8443|zq81xw52cv93|203\.0\.113|2001:db8|org-AbCd|root:pw|db\.example/gi;
  return text.match(places) ?? [];
}

/** Finds every credential of which a text contains a usable part, plain or escaped as JSON. */
export function findCredentials(text: string): readonly string[] {
  const small = text.toLowerCase();
  return credentials.filter((credential) => {
    if (credential.length >= 8) return tracesOf(credential).some((trace) => small.includes(trace));
    return new RegExp(String.raw`(?<![A-Za-z\d])${credential}(?![A-Za-z\d])`).test(text);
  });
}

const traces = new Map<string, readonly string[]>();

function tracesOf(credential: string): readonly string[] {
  const known = traces.get(credential);
  if (known !== undefined) return known;
  const coded = btoa(`user:${credential}`).replaceAll('=', '');
  const ends = [credential.slice(0, 8), credential.slice(-8)];
  const found = [...ends, encodeURIComponent(credential).slice(-8), coded.slice(8, 16)];
  const cut = [
    `${credential.slice(0, 6)}*`,
    `…${credential.slice(-4)}`,
    `.${credential.slice(-6)}`,
  ];
  const escape = (part: string) => JSON.stringify(part).slice(1, -1);
  const all = [...found, ...(credential.length > 12 ? cut : [])].flatMap((part) => [
    part,
    escape(part),
    escape(escape(part)),
  ]);
  const small = [...new Set(all.map((part) => part.toLowerCase()))];
  traces.set(credential, small);
  return small;
}
