/** Texts with their tokens in a real vocabulary; used by tests of streams that a client leaves. */

/** A text, split into tokens by a real vocabulary. */
export interface TokenizedText {
  readonly language: string;
  /** The number of its tokens in the public o200k vocabulary. */
  readonly tokens: number;
  /** Its tokens; those that are only part of a character are joined with the rest of it. */
  readonly pieces: readonly string[];
}

function split(text: string): readonly string[] {
  return text.split('¦');
}

/** Prose in several languages and code, written for these tests and for `bench/tokens.ts`. */
export const tokenizedTexts: readonly TokenizedText[] = [
  {
    language: 'english',
    tokens: 124,
    pieces: split(
      'Before¦ you¦ move¦ the¦ database¦,¦ stop¦ every¦ process¦ that¦ writes¦ to¦ it¦ and¦ wait¦ until¦ the¦ last¦ transaction¦ is¦ on¦ disk¦.¦ Then¦ copy¦ the¦ files¦,¦ compare¦ the¦ checks¦ums¦,¦ and¦ start¦ the¦ new¦ server¦ with¦ the¦ old¦ one¦ still¦ at¦ hand¦.¦ If¦ anything¦ looks¦ wrong¦ during¦ the¦ first¦ hour¦,¦ go¦ back¦ at¦ once¦:¦ a¦ short¦ outage¦ is¦ cheaper¦ than¦ a¦ week¦ of¦ repairs¦.¦ Write¦ down¦ what¦ you¦ did¦,¦ because¦ nobody¦ remembers¦ the¦ order¦ of¦ the¦ steps¦ a¦ month¦ later¦,¦ and¦ the¦ next¦ person¦ will¦ be¦ grateful¦ for¦ it¦.¦ Most¦ problems¦ come¦ from¦ clocks¦ that¦ disagree¦,¦ from¦ disks¦ that¦ are¦ nearly¦ full¦,¦ and¦ from¦ backups¦ that¦ nobody¦ ever¦ tried¦ to¦ restore¦.',
    ),
  },
  {
    language: 'german',
    tokens: 113,
    pieces: split(
      'Be¦vor¦ ihr¦ die¦ Daten¦bank¦ um¦zieht¦,¦ halt¦et¦ alle¦ Prozesse¦ an¦,¦ die¦ in¦ sie¦ schreiben¦,¦ und¦ wartet¦,¦ bis¦ die¦ letzte¦ Buch¦ung¦ auf¦ der¦ Platte¦ ist¦.¦ Danach¦ werden¦ die¦ Dateien¦ kop¦iert¦,¦ die¦ Prü¦fs¦ummen¦ verg¦lichen¦ und¦ der¦ neue¦ Server¦ gestartet¦,¦ während¦ der¦ alte¦ noch¦ bereit¦steht¦.¦ Sie¦ht¦ in¦ der¦ ersten¦ Stunde¦ etwas¦ sel¦tsam¦ aus¦,¦ geht¦ ihr¦ sofort¦ zurück¦:¦ Ein¦ kurzer¦ Aus¦fall¦ ist¦ bill¦iger¦ als¦ eine¦ Woche¦ voller¦ Nach¦arbeiten¦.¦ Sch¦reibt¦ auf¦,¦ was¦ ihr¦ getan¦ habt¦,¦ denn¦ einen¦ Monat¦ später¦ erinnert¦ sich¦ niemand¦ mehr¦ an¦ die¦ Reihen¦folge¦ der¦ Schritte¦.',
    ),
  },
  {
    language: 'spanish',
    tokens: 104,
    pieces: split(
      'Antes¦ de¦ traslad¦ar¦ la¦ base¦ de¦ datos¦,¦ det¦én¦ todos¦ los¦ procesos¦ que¦ escrib¦en¦ en¦ ella¦ y¦ espera¦ a¦ que¦ la¦ última¦ trans¦acción¦ esté¦ en¦ el¦ disco¦.¦ Después¦ copia¦ los¦ archivos¦,¦ compara¦ las¦ sum¦as¦ de¦ control¦ y¦ arr¦anca¦ el¦ servidor¦ nuevo¦ con¦ el¦ antiguo¦ todavía¦ a¦ mano¦.¦ Si¦ algo¦ parece¦ extraño¦ durante¦ la¦ primera¦ hora¦,¦ vuelve¦ atrás¦ ense¦gu¦ida¦:¦ una¦ interrup¦ción¦ breve¦ cuesta¦ menos¦ que¦ una¦ semana¦ de¦ repar¦aciones¦.¦ An¦ota¦ lo¦ que¦ has¦ hecho¦,¦ porque¦ un¦ mes¦ más¦ tarde¦ nadie¦ recuerda¦ el¦ orden¦ de¦ los¦ pasos¦.',
    ),
  },
  {
    language: 'code',
    tokens: 133,
    pieces: split(
      'export¦ async¦ function¦ retry¦<Result¦>(\n¦ ¦ attempt¦:¦ (¦count¦:¦ number¦)¦ =>¦ Promise¦<Result¦>,\n¦ ¦ {¦ times¦ =¦ ¦3¦,¦ pause¦Ms¦ =¦ ¦250¦ }:¦ Retry¦Options¦ =¦ {},\n¦):¦ Promise¦<Result¦>¦ {\n¦ ¦ const¦ failures¦:¦ unknown¦[]¦ =¦ [];\n¦ ¦ for¦ (¦let¦ count¦ =¦ ¦1¦;¦ count¦ <=¦ times¦;¦ count¦ +=¦ ¦1¦)¦ {\n¦   ¦ try¦ {\n¦     ¦ return¦ await¦ attempt¦(count¦);\n¦   ¦ }¦ catch¦ (¦failure¦)¦ {\n¦     ¦ failures¦.push¦(f¦ailure¦);\n¦     ¦ if¦ (¦count¦ <¦ times¦)¦ await¦ sleep¦(p¦ause¦Ms¦ *¦ ¦2¦ **¦ (¦count¦ -¦ ¦1¦));\n¦   ¦ }\n¦ ¦ }\n¦ ¦ throw¦ new¦ Aggregate¦Error¦(f¦ail¦ures¦,¦ `¦All¦ ${¦times¦}¦ attempts¦ failed¦.`);\n¦}\n',
    ),
  },
  {
    language: 'chinese',
    tokens: 150,
    pieces: split(
      '我们¦打¦算¦在¦下¦个月¦把¦客户¦服务¦系统¦迁¦移¦到¦新的¦平台¦。¦请¦先¦阅读¦附件¦里的¦需求¦说明¦，然后¦列¦出¦可能¦的¦风险¦，并¦按照¦严重¦程度¦排序¦。\n¦如果¦某¦个¦步骤¦需要¦停¦机¦，请¦写¦明¦大¦概¦需要¦多¦长¦时间¦，以及¦怎样¦通知¦用户¦。¦昨天¦的¦会议¦上¦，¦大家¦对¦数据¦备¦份¦的¦方案¦有¦不同¦意见¦：¦有人¦觉得¦每天¦备¦份¦一次¦就¦够¦了¦，也¦有人¦担¦心¦高¦峰¦期¦会¦¦丢¦失¦订单¦。\n¦你¦能¦不能¦比较¦这¦两¦种¦做¦法¦的¦成本¦，再¦给¦出¦一个¦折¦中的¦建议¦？¦另外¦，请¦用¦简单¦的¦语言¦解释¦什么¦是¦“¦最终¦一致¦性¦”，¦因为¦市场¦部¦的¦同¦事¦不¦熟¦悉¦技术¦名¦词¦。¦最后¦，把¦整¦封¦邮件¦控制¦在¦五¦百¦字',
    ),
  },
  {
    language: 'japanese',
    tokens: 150,
    pieces: split(
      '来¦月¦、¦社¦内¦の¦予約¦シ¦ステ¦ム¦を¦新¦しい¦環¦境¦へ¦移¦す¦予定¦です¦。¦添¦付¦した¦資料¦を¦読¦ん¦で¦、¦考¦え¦ら¦れる¦問題¦点¦を¦重要¦な¦順¦に¦並¦べ¦て¦ください¦。\n¦作¦業¦中¦に¦サービス¦を¦止¦め¦る¦必要¦が¦ある¦場合¦は¦、¦ど¦の¦くら¦い¦の¦時間¦が¦か¦か¦る¦か¦、¦利用¦者¦に¦どう¦知らせ¦る¦か¦も¦書¦いて¦も¦ら¦える¦と¦助¦か¦ります¦。¦昨日¦の¦打¦ち¦合わせ¦では¦、¦バック¦アップ¦を¦一¦日¦一¦回¦に¦する¦か¦、それ¦とも¦一¦時間¦ご¦と¦に¦する¦か¦で¦意¦見¦が¦分¦か¦れ¦ました¦。\n¦費¦用¦と¦安全¦性¦の¦¦両¦方¦を¦考¦えて¦、¦ち¦ょう¦ど¦よ¦い¦方法¦を¦提¦案¦してください¦。',
    ),
  },
  {
    language: 'korean',
    tokens: 150,
    pieces: split(
      '다¦음¦ 달¦에¦ 고객¦ 지원¦ 시스템¦을¦ 새로운¦ 환경¦으로¦ ¦옮¦길¦ 예정¦입니다¦.¦ ¦첨¦부¦한¦ 문¦서를¦ 읽¦고¦ 예상¦되는¦ 문제¦를¦ 중요한¦ 순¦서¦대로¦ 정¦리¦해¦ 주세요¦.\n¦작¦업¦ 중¦에¦ 서비스를¦ ¦멈¦춰¦야¦ 한다¦면¦ 시간이¦ 얼마나¦ 걸¦리는¦지¦,¦ 사용자¦에게¦ 어떻게¦ 알¦릴¦지도¦ 함께¦ 적¦어¦ 주¦시면¦ 좋¦겠습니다¦.¦ 어¦제¦ 회¦의¦에서는¦ 백¦업¦을¦ 하루¦에¦ 한¦ 번¦만¦ 할¦지¦,¦ 아니¦면¦ 한¦ 시간¦마다¦ 할¦지를¦ 두¦고¦ 의견¦이¦ 나¦¦¦뉘¦었습니다¦.\n¦비¦용¦과¦ 안전¦성을¦ 모두¦ 고려¦해서¦ 적¦당¦한¦ 방법¦을¦ 제¦안¦해¦ 주세요¦.¦ 기술¦ 용¦어¦에¦ 익¦숙¦하지¦ 않은¦ 동¦료¦도¦ 읽¦을¦ 예정¦이¦니¦ 되¦도록¦ 쉬¦운¦ 말¦로¦ 설명¦해¦ 주¦시¦기¦ 바랍니다¦.\n¦가',
    ),
  },
  {
    language: 'russian',
    tokens: 150,
    pieces: split(
      'В¦ следующ¦ем¦ меся¦це¦ мы¦ собира¦емся¦ перен¦ести¦ систему¦ поддержки¦ клиентов¦ на¦ новую¦ площад¦ку¦.¦ Пр¦оч¦итайте¦,¦ пожалуйста¦,¦ прилож¦енное¦ описание¦ и¦ перечис¦л¦ите¦ возмож¦ные¦ труд¦ности¦,¦ начиная¦ с¦ самых¦ серь¦ёз¦ных¦.\n¦Если¦ на¦ каком¦-то¦ шаг¦е¦ прид¦ётся¦ останов¦ить¦ работу¦,¦ у¦кажите¦,¦ сколько¦ времени¦ это¦ займ¦ёт¦ и¦ как¦ предуп¦ред¦ить¦ пользователей¦.¦ В¦чера¦ на¦ сов¦ещ¦ании¦ мн¦ения¦ раздел¦ились¦:¦ од¦ни¦ считают¦,¦ что¦ достаточно¦ делать¦ резерв¦ную¦ коп¦ию¦ раз¦ в¦ сутки¦,¦ другие¦ бо¦ятся¦ потер¦ять¦ за¦казы¦ в¦ часы¦ на¦иб¦ольш¦ей¦ нагрузки¦.\n¦С¦рав¦ните¦ стоимость¦ обо¦их¦ вариантов¦ и¦ предлож¦ите¦ разум¦ный¦ компр¦ом¦исс¦.¦ П¦ись¦мо¦ будут¦ читать¦ люди¦,¦ дал¦ё¦кие¦ от¦ техники¦,¦ поэтому¦ объяс¦ня¦йте¦ прост¦ыми¦ словами¦.\n¦К¦ веч',
    ),
  },
];
