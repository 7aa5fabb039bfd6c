/** Where somebody's own words stand in an answer. */
export type Place = 'above' | 'below' | 'between' | 'missing';

/** An answer as a mail program writes it: the whole mail, and the words of the one who answers. */
export interface CorpusMail {
  name: string;
  raw: string;
  own: string;
}

interface Form {
  program: string;
  language: string;
  /** Puts an answer around what is quoted; undefined where the program has no such place. */
  write(place: Place): { body: string; own: string } | undefined;
  type: 'text/plain' | 'text/html';
}

const answer = ['Monday is fine for me.', 'See you at ten.'];
const question = ['Shall we meet on Monday?', 'Or on Friday?'];

/** All mails of the corpus. */
export function corpus(): CorpusMail[] {
  return forms().flatMap((form) => places.flatMap((place) => mailOf(form, place) ?? []));
}

const places: readonly Place[] = ['above', 'below', 'between', 'missing'];

function mailOf({ program, language, write, type }: Form, place: Place): CorpusMail | undefined {
  const written = write(place);
  if (!written) return undefined;
  const head = [
    'From: Bob <bob@x.test>',
    'Subject: =?utf-8?Q?Re:_Gr=C3=BC=C3=9Fe?=',
    'MIME-Version: 1.0',
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
  ];
  const lines =
    Buffer.from(written.body.replaceAll('\n', '\r\n'))
      .toString('base64')
      .match(/.{1,76}/g) ?? [];
  const raw = `${[...head, '', ...lines].join('\r\n')}\r\n`;
  return { name: `${program}, ${language}, ${type}, words ${place}`, raw, own: written.own };
}

function forms(): Form[] {
  return [...introducedForms(), ...originalForms(), ...htmlForms()];
}

/** Programs that introduce a text with `>`: the introduction, and what stands before each quoted line. */
const introduced: readonly (readonly [program: string, language: string, introduction: string, mark: string])[] = [
  ['Gmail', 'English', 'On Tue, Nov 24, 2026 at 6:02 PM Ann Example <ann@x.test> wrote:', '> '],
  ['Gmail', 'German', 'Am Di., 24. Nov. 2026 um 18:02 Uhr schrieb Ann Example <\nann@x.test>:', '> '],
  ['Gmail', 'French', 'Le mar. 24 nov. 2026 à 18:02, Ann Example <ann@x.test> a écrit :', '> '],
  ['Gmail', 'Spanish', 'El mar, 24 nov 2026 a las 18:02, Ann Example (<ann@x.test>)\nescribió:', '> '],
  ['Gmail', 'Japanese', '2026年11月24日(火) 18:02 Ann Example <ann@x.test>:', '> '],
  ['Gmail', 'Turkish', 'Ann Example <ann@x.test>, 24 Kas 2026 Sal, 18:02 tarihinde\nşunu yazdı:', '> '],
  ['Gmail', 'Chinese', 'Ann Example <ann@x.test> 于2026年11月24日周二 18:02写道：', '> '],
  ['Gmail', 'Korean', '2026년 11월 24일 (화) 오후 6:02, Ann Example <ann@x.test>님이 작성:', '> '],
  ['Apple Mail', 'English', 'On 24. Nov 2026, at 18:02, Ann Example <ann@x.test> wrote:\n', '> '],
  ['Apple Mail', 'Italian', 'Il giorno 24 nov 2026, alle ore 18:02, Ann Example <ann@x.test> ha scritto:\n', '> '],
  ['Apple Mail', 'Dutch', 'Op 24 nov. 2026, om 18:02 heeft Ann Example <ann@x.test> het volgende geschreven:\n', '> '],
  ['Thunderbird', 'English', 'On 11/24/26 18:02, Ann Example wrote:', '> '],
  ['Thunderbird', 'Polish', 'W dniu 24.11.2026 o 18:02, Ann Example pisze:', '> '],
  ['Thunderbird', 'Russian', '24.11.2026 18:02, Ann Example пишет:', '> '],
  ['Thunderbird', 'Czech', 'Dne 24. 11. 26 v 18:02 Ann Example napsal(a):', '> '],
  ['Thunderbird', 'Finnish', 'Ann Example kirjoitti 24.11.2026 klo 18.02:', '> '],
  ['K-9 Mail', 'German', 'Am 24. November 2026 18:02:03 MEZ schrieb Ann Example <ann@x.test>:', '>'],
  ['K-9 Mail', 'Swedish', 'Den 24 november 2026 18:02:03 CET, skrev Ann Example <ann@x.test>:', '>'],
  ['Roundcube', 'English', 'On 2026-11-24 18:02, Ann Example wrote:', '> '],
  ['Roundcube', 'German', 'Am 2026-11-24 18:02, schrieb Ann Example:', '> '],
  ['Roundcube', 'Portuguese', 'Em 2026-11-24 18:02, Ann Example escreveu:', '> '],
  ['Mutt', 'English', 'On Tue, Nov 24, 2026 at 06:02:03PM +0100, Ann Example wrote:', '> '],
  ['Proton Mail', 'English', 'On Tuesday, November 24th, 2026 at 18:02, Ann Example <ann@x.test> wrote:\n', '> '],
  ['Spark', 'English', 'On 24 Nov 2026 at 18:02 +0100, Ann Example <ann@x.test>, wrote:', '> '],
  ['Notes', 'English', 'Ann Example <ann@x.test> wrote on 24/11/2026 18:02:03:\n', '> '],
  ['Gnus', 'English', 'Ann Example <ann@x.test> writes:\n', '> '],
  ['Gmail for Android', 'German', 'Ann Example <ann@x.test> schrieb am Di., 24. Nov. 2026,\n18:02:', '> '],
  ['Gmail', 'Hungarian', 'Ann Example <ann@x.test> ezt írta (időpont: 2026. nov. 24.,\nK, 18:02):', '> '],
  ['Gmail', 'Ukrainian', 'вт, 24 лист. 2026 р. о 18:02 Ann Example <ann@x.test> пише:\n', '> '],
  [
    'Gmail',
    'Hebrew',
    'בתאריך יום ג׳, 24 בנוב׳ 2026 ב-18:02 מאת Ann Example <\u202aann@x.test\u202c\u200f>:\u202c\n',
    '> ',
  ],
  [
    'Gmail',
    'Arabic',
    'في الثلاثاء، 24 نوفمبر 2026 في 6:02 م تمت كتابة ما يلي بواسطة Ann Example\n<ann@x.test>:\n',
    '> ',
  ],
  ['Gmail', 'Vietnamese', 'Vào Th 3, 24 thg 11, 2026 vào lúc 18:02 Ann Example <ann@x.test> đã\nviết:\n', '> '],
  ['Gmail', 'Thai', 'ในวันที่ อ. 24 พ.ย. 2026 เวลา 18:02 Ann Example <ann@x.test> เขียนว่า:\n', '> '],
  ['Gmail', 'Indonesian', 'Pada tanggal Sel, 24 Nov 2026 pukul 18.02 Ann Example <ann@x.test>\nmenulis:\n', '> '],
  ['Gmail', 'Persian', 'در تاریخ سه‌شنبه ۲۴ نوامبر ۲۰۲۶، ۱۸:۰۲ Ann Example <ann@x.test> نوشت:\n', '> '],
  ['Gmail', 'Hindi', 'मंगल, 24 नव॰ 2026 को 6:02 pm बजे को Ann Example <ann@x.test> ने लिखा:\n', '> '],
  ['Gmail', 'Catalan', 'Missatge de Ann Example <ann@x.test> del dia dt., 24 de nov. 2026\na les 18:02:\n', '> '],
  ['Gmail', 'Danish', 'tir. 24. nov. 2026 18.02 skrev Ann Example <ann@x.test>:\n', '> '],
  [
    'Gmail',
    'Estonian',
    'Kontakt Ann Example (<ann@x.test>) kirjutas kuupäeval T, 24. november\n2026 kell 18:02:\n',
    '> ',
  ],
  ['Gmail', 'Lithuanian', '2026-11-24, an, 18:02 Ann Example <ann@x.test> rašė:\n', '> '],
  ['Gmail', 'Slovenian', 'V tor., 24. nov. 2026 ob 18:02 je oseba Ann Example <ann@x.test> napisala:\n', '> '],
  [
    'Gmail',
    'Latvian',
    'otrd., 2026. g. 24. nov., plkst. 18:02 — lietotājs Ann Example (\n<ann@x.test>) rakstīja:\n',
    '> ',
  ],
  [
    'KMail',
    'English',
    'On Tuesday, November 24, 2026 6:02:03 PM Central European Standard Time Ann\nExample wrote:',
    '> ',
  ],
  ['Nextcloud', 'German', '"Ann Example" ann@x.test – 24. November 2026 18:02', '> '],
  ['The Bat', 'English', 'Tuesday, November 24, 2026, 6:02:03 PM, you wrote:\n', 'AE> '],
  ['RainLoop', 'English', 'November 24, 2026 6:02 PM, "Ann Example" <ann@x.test> wrote:\n', '> '],
  ['SnappyMail', 'German', '24. November 2026 um 18:02, "Ann Example" <ann@x.test> schrieb:\n', '> '],
  ['SOGo', 'English', 'On Tuesday, November 24, 2026 18:02 CET, Ann Example <ann@x.test> wrote:\n ', '> '],
  ['Horde', 'German', 'Zitat von Ann Example <ann@x.test>:\n', '> '],
  ['Sylpheed', 'English', 'On Tue, 24 Nov 2026 18:02:03 +0100\nAnn Example <ann@x.test> wrote:\n', '> '],
  ['Alpine', 'English', 'On Tue, 24 Nov 2026, Ann Example wrote:\n', '> '],
  ['Evolution', 'German', 'Am Dienstag, dem 24.11.2026 um 18:02 +0100 schrieb Ann Example:', '> '],
  ['Geary', 'English', 'On Tue, Nov 24 2026 at 06:02:03 PM +01:00:00, Ann Example <ann@x.test> wrote:', '> '],
  ['WP', 'Polish', 'Dnia 24 listopada 2026 18:02 Ann Example <ann@x.test> napisał(a):\n', '> '],
  ['Yandex', 'Russian', '24.11.2026, 18:02, "Ann Example" <ann@x.test>:\n', '> '],
  ['Thunderbird without a time', 'English', 'Ann Example wrote:', '> '],
  ['Thunderbird without a time', 'German', 'Ann Example schrieb:', '> '],
  ['Thunderbird without a time', 'French', 'Ann Example a écrit :', '> '],
  ['Zoho', 'English', '---- On Tue, 24 Nov 2026 18:02:03 +0100 Ann Example <ann@x.test> wrote ---\n', '> '],
  ['Zoho', 'German', '---- Am Di, 24 Nov 2026 18:02:03 +0100 *Ann Example* <ann@x.test> schrieb ----\n', '> '],
  [
    'ProtonMail of 2020',
    'English',
    '‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Tuesday, November 24, 2026 6:02 PM, Ann <ann@x.test> wrote:\n',
    '> ',
  ],
  [
    'eM Client',
    'English',
    '------ Original Message ------\nFrom "Ann" <ann@x.test>\nTo "Bob" <bob@x.test>\nDate 24/11/2026 18:02:03\nSubject Plan\n',
    '> ',
  ],
];

function introducedForms(): Form[] {
  return introduced.map(([program, language, introduction, mark]) => ({
    program,
    language,
    type: 'text/plain',
    write(place) {
      const [one, two] = question.map((line) => `${mark}${line}`);
      const [mine, more] = answer;
      const both = `${mine}\n\n${more}`;
      if (place === 'above') return { body: `${both}\n\n${introduction}\n${one}\n${mark}\n${two}\n`, own: both };
      if (place === 'below') return { body: `${introduction}\n${one}\n${two}\n\n${both}\n`, own: both };
      const mixed = `${introduction}\n${one}\n\n${mine}\n\n${two}\n\n${more}`;
      if (place === 'between') return { body: mixed, own: mixed.replace(/^AE/gm, '') };
      return { body: `${introduction}\n${one}\n${two}\n`, own: '' };
    },
  }));
}

/** Programs that put header lines above the original, which nothing marks. */
const originals: readonly (readonly [program: string, language: string, head: string])[] = [
  ['Outlook', 'English', 'From: Ann <ann@x.test>\nSent: Tuesday, November 24, 2026 6:02 PM\nTo: Bob\nSubject: Plan'],
  ['Outlook', 'German', 'Von: Ann <ann@x.test>\nGesendet: Dienstag, 24. November 2026 18:02\nAn: Bob\nBetreff: Plan'],
  ['Outlook', 'French', 'De : Ann <ann@x.test>\nEnvoyé : mardi 24 novembre 2026 18:02\nÀ : Bob\nObjet : Plan'],
  [
    'Outlook',
    'Spanish',
    'De: Ann <ann@x.test>\nEnviado: martes, 24 de noviembre de 2026 18:02\nPara: Bob\nAsunto: Plan',
  ],
  ['Outlook', 'Japanese', '差出人: Ann <ann@x.test>\n送信日時: 2026年11月24日 18:02\n宛先: Bob\n件名: Plan'],
  [
    'Outlook 2003',
    'English',
    '-----Original Message-----\nFrom: Ann\nSent: Tuesday, November 24, 2026 6:02 PM\nTo: Bob',
  ],
  [
    'Outlook 2003',
    'Italian',
    '-----Messaggio originale-----\nDa: Ann\nInviato: martedì 24 novembre 2026 18:02\nA: Bob',
  ],
  ['Outlook on the web', 'English', `${'_'.repeat(32)}\nFrom: Ann <ann@x.test>\nSent: Tuesday\nTo: Bob\nSubject: Plan`],
  ['Samsung', 'English', '-------- Original message --------\nFrom: Ann <ann@x.test>\nDate: 24/11/2026 18:02\nTo: Bob'],
  [
    'Samsung',
    'German',
    '-------- Ursprüngliche Nachricht --------\nVon: Ann <ann@x.test>\nDatum: 24.11.26 18:02\nAn: Bob',
  ],
  ['Samsung', 'French', "-------- Message d'origine --------\nDe : Ann <ann@x.test>\nDate : 24/11/2026 18:02\nÀ : Bob"],
  [
    'Samsung',
    'Dutch',
    '-------- Oorspronkelijk bericht --------\nVan: Ann <ann@x.test>\nDatum: 24-11-2026 18:02\nAan: Bob',
  ],
  [
    'Samsung',
    'Polish',
    '-------- Oryginalna wiadomość --------\nOd: Ann <ann@x.test>\nData: 24.11.2026 18:02\nDo: Bob',
  ],
  [
    'Samsung',
    'Russian',
    '-------- Исходное сообщение --------\nОт: Ann <ann@x.test>\nДата: 24.11.2026 18:02\nКому: Bob',
  ],
  [
    'GMX',
    'German',
    'Gesendet: Dienstag, 24. November 2026 um 18:02\nVon: "Ann" <ann@x.test>\nAn: bob@x.test\nBetreff: Plan',
  ],
  [
    'Zimbra',
    'English',
    '----- Original Message -----\nFrom: "Ann" <ann@x.test>\nTo: "Bob" <bob@x.test>\nSent: Tuesday',
  ],
  ['Outlook', 'Chinese', '发件人: Ann <ann@x.test>\n发送时间: 2026年11月24日 18:02\n收件人: Bob\n主题: Plan'],
  ['Outlook', 'Portuguese', 'De: Ann <ann@x.test>\nEnviada em: terça-feira, 24 de novembro de 2026 18:02\nPara: Bob'],
  ['Outlook', 'Turkish', 'Kimden: Ann <ann@x.test>\nGönderildi: 24 Kasım 2026 Salı 18:02\nKime: Bob\nKonu: Plan'],
  ['Outlook', 'Swedish', 'Från: Ann <ann@x.test>\nSkickat: den 24 november 2026 18:02\nTill: Bob\nÄmne: Plan'],
  ['Outlook', 'Polish', 'Od: Ann\nWysłane: wtorek, 24 listopada 2026 18:02\nDo: Bob\nTemat: Plan'],
  ['Outlook', 'Arabic', 'من: Ann\nتاريخ الإرسال: الثلاثاء، 24 نوفمبر 2026\nإلى: Bob\nالموضوع: Plan'],
  ['Outlook', 'Greek', 'Από: Ann\nΑποστολή: Τρίτη, 24 Νοεμβρίου 2026 6:02 μμ\nΠρος: Bob\nΘέμα: Plan'],
  ['Outlook', 'Bulgarian', 'От: Ann\nИзпратено: вторник, 24 ноември 2026 г. 18:02\nДо: Bob'],
  ['Outlook', 'Vietnamese', 'Từ: Ann\nĐã gửi: 24 Tháng Mười Một 2026 18:02\nĐến: Bob'],
  ['Outlook', 'no listed language', 'Lähedane: Ann <ann@x.test>\nKuna: 24 november 2026 18:02\nKuhu: Bob'],
  ['GroupWise', 'English', '>>> Ann Example <ann@x.test> 24.11.2026 18:02 >>>'],
  [
    'Seznam',
    'Czech',
    '---------- Původní e-mail ----------\nOd: Ann <ann@x.test>\nKomu: bob\nDatum: 24. 11. 2026 18:02:03\nPředmět: Plan',
  ],
  [
    'Daum',
    'Korean',
    '--------- 원본 메일 ---------\n보낸사람: Ann <ann@x.test>\n받는사람: bob\n날짜: 26.11.24 18:02\n제목: Plan',
  ],
  ['UOL', 'Portuguese', 'De: "Ann" <ann@x.test>\nEnviada: 2026/11/24 18:02:03\nPara: bob\nAssunto: Plan'],
  ['Mail.ru', 'Russian', 'От кого: Ann <ann@x.test>\nКому: Bob\nДата: Вторник, 24 ноября 2026, 18:02 +03:00'],
  ['NetEase', 'Chinese', '---- 回复的原邮件 ----\n| 发件人 | Ann <ann@x.test> |\n| 发送日期 | 2026年11月24日 18:02 |'],
  [
    'Apple Mail',
    'English',
    'Begin forwarded message:\n\nFrom: Ann <ann@x.test>\nSubject: Plan\nDate: November 24, 2026',
  ],
  ['Apple Mail', 'Japanese', '転送されたメッセージ:\n\n差出人: Ann <ann@x.test>\n件名: Plan\n日付: 2026/11/24'],
  ['Notes', 'English', 'Ann ---24/11/2026 18:02:03---Shall we meet?\n\nFrom: Ann/ACME\nTo: Bob/ACME\nDate: 24/11/2026'],
  [
    'Notes',
    'German',
    '-----Ann Example <ann@x.test> schrieb: -----\nAn: bob@x.test\nVon: Ann\nDatum: 24.11.2026 18:02',
  ],
  ['Thunderbird', 'French', '-------- Message transféré --------\nSujet : \tPlan\nDate : \tmardi'],
  ['Thunderbird', 'Esperanto', '-------- Plusendita mesaĝo --------\nSubject: \tPlan\nDate: \tmardo'],
];

function originalForms(): Form[] {
  return originals.map(([program, language, head]) => ({
    program,
    language,
    type: 'text/plain',
    write(place) {
      const original = `${head}\n\n${question.join('\n')}\n`;
      const own = answer.join('\n\n');
      if (place === 'above') return { body: `${own}\n\n${original}`, own };
      return place === 'missing' ? { body: original, own: '' } : undefined;
    },
  }));
}

/** Programs that write HTML: what stands around the own words, and the quotation as a whole. */
const html: readonly (readonly [program: string, language: string, before: string, quotation: string])[] = [
  [
    'HEY',
    'English',
    '<div class="trix-content"><div>',
    '</div><br></div><br><div>On November 24, 2026, Ann &lt;ann@x.test&gt; wrote:</div><blockquote>Q</blockquote>',
  ],
  [
    'Superhuman',
    'English',
    '<div class="sh-body">',
    '</div><br><div class="gmail_signature">Sent via Superhuman</div><br><div class="gmail_quote">On Tue, Nov 24, 2026 at 6:02 PM, Ann &lt;ann@x.test&gt; wrote:<br><blockquote class="gmail_quote">Q</blockquote></div>',
  ],
  [
    'Mailbird',
    'German',
    '<div style="font-family:Arial"><div>',
    '</div><div class="mb_sig"></div><blockquote class="history_container" type="cite"><p>Am 24.11.2026 18:02:03, Ann &lt;ann@x.test&gt; schrieb:</p>Q</blockquote></div>',
  ],
  [
    'eM Client',
    'English',
    '<div>',
    '</div><div><br></div><div>------ Original Message ------</div><div>From "Ann" &lt;ann@x.test&gt;</div><div>To "Bob"</div><div>Date 24/11/2026 18:02:03</div><div>Subject Plan</div><div><br></div><blockquote type="cite">Q</blockquote>',
  ],
  [
    'Front',
    'English',
    '<div>',
    '</div><div class="front-signature">Bob</div><blockquote type="cite" class="front-blockquote"><p>On Nov 24, 2026, Ann wrote:</p>Q</blockquote>',
  ],
  [
    'Outlook',
    'no listed language',
    '<div class=WordSection1><p class=MsoNormal>',
    "</p><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>Lähedane:</b> Ann &lt;ann@x.test&gt;<br><b>Kuna:</b> 24. november 2026 18:02<br><b>Kuhu:</b> Bob</p></div><p class=MsoNormal>Q</p></div>",
  ],
  [
    'Outlook for iOS',
    'Finnish',
    '<div dir="auto">',
    '</div><div id="ms-outlook-mobile-signature"><div></div>Hanki <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg"><b>Lähettäjä:</b> Ann</div>Q',
  ],
  [
    'Yahoo of today',
    'English',
    '<div class="ydp1yahoo-style-wrap"><div dir="ltr" data-setdir="false">',
    '</div><div class="ydp1signature">Bob, ACME</div></div><div id="ydp1yahoo_quoted_1" class="ydp1yahoo_quoted"><div>On Tuesday, Ann wrote: </div><div>Q</div></div>',
  ],
  [
    'Zoho',
    'English',
    '<div>',
    '<br><br><div id="Zm-_Id_-Sgn">Sent using <a href="https://www.zoho.com/mail/">Zoho Mail</a></div><br><div class="zmail_extra"><div id="Zm-_Id_-Sgn1">---- On Tue, 24 Nov 2026 18:02:03 +0100 <b>Ann Example &lt;ann@x.test&gt;</b> wrote ---<br></div><br><blockquote id="blockquote_zmail">Q</blockquote></div></div>',
  ],
  [
    'Spark with a signature',
    'English',
    '<div name="messageBodySection"><div dir="auto">',
    '</div></div><div name="messageSignatureSection"><br><div>Bob, ACME</div></div><div name="messageReplySection">On 24 Nov 2026, Ann, wrote:<br><blockquote type="cite">Q</blockquote></div>',
  ],
  [
    'FairEmail',
    'German',
    '<html><body><p dir="auto">',
    '</p><div fairemail="signature"><p>Bob</p></div><div fairemail="reference"><p dir="ltr">24.11.2026 18:02:03 Ann:</p><blockquote fairemail="quote">Q</blockquote></div></body></html>',
  ],
  [
    'QQ',
    'Chinese',
    '<div>',
    '</div><div class="xm_compose_origin_mail_container_sign"><div>Bob</div></div><div class="xmail_mail_origin" id="original-content"><div>原始邮件</div><div>发件人：Ann &lt;ann@x.test&gt;</div>Q</div>',
  ],
  [
    'NetEase',
    'English',
    '<div style="line-height:1.7">',
    '</div><br><br><pre><br>At 2026-11-24 18:02:03, "Ann Example" &lt;ann@x.test&gt; wrote:</pre><blockquote id="isReplyContent">Q</blockquote>',
  ],
  [
    'NetEase for phones',
    'Chinese',
    '<div>',
    '</div><div class="J_Quote"><div class="ntes-mailmaster-quote"><div>---- 回复的原邮件 ----</div><table><tr><td>发件人</td><td>Ann</td></tr></table><div>Q</div></div></div>',
  ],
  [
    'Roundcube with a signature',
    'English',
    '<p>',
    '</p><div id="signature">-- <br>Bob</div><p id="reply-intro">On 2026-11-24 18:02, Ann wrote:</p><blockquote type="cite">Q</blockquote>',
  ],
  [
    'UKR.NET',
    'Ukrainian',
    '<div>',
    '</div><br><i>24 листопада 2026, 18:02:03, від "Ann" &lt;<a href="mailto:ann@x.test">ann@x.test</a>&gt;: </i><br><br><blockquote style="border-left:1px solid #cccccc"><div>Q</div></blockquote>',
  ],
  [
    'Notes',
    'English',
    '<font>',
    '</font><br><br><font color="#990099">-----"Ann Example" &lt;ann@x.test&gt; wrote: -----</font><div><div style="border-left:solid black 2px">To: bob<br>From: Ann<br>Date: 24/11/2026<br>Subject: Plan<br><br>Q</div></div>',
  ],
  ['Evolution with a signature', 'English', '<div>', '</div><div><span><pre>-- <br></pre><div>Bob</div></span></div>'],
  [
    'Gmail',
    'English',
    '<div dir="ltr">',
    '</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Tue, Nov 24, 2026 at 6:02 PM Ann &lt;<a href="mailto:ann@x.test">ann@x.test</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">Q</blockquote></div>',
  ],
  [
    'Gmail for Android',
    'German',
    '<div dir="auto">',
    '</div><br><div class="gmail_quote"><div dir="ltr">Ann &lt;ann@x.test&gt; schrieb am Di., 24. Nov. 2026, 18:02:<br></div><blockquote class="gmail_quote">Q</blockquote></div>',
  ],
  [
    'Apple Mail',
    'English',
    '<html><body style="line-break: after-white-space;">',
    '<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 24. Nov 2026, at 18:02, Ann &lt;ann@x.test&gt; wrote:</div><br><div>Q</div></blockquote></div></body></html>',
  ],
  [
    'iPhone',
    'French',
    '<body dir="auto">',
    '<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Envoyé de mon iPhone</div><div dir="ltr"><br><blockquote type="cite">Le 24 nov. 2026 à 18:02, Ann &lt;ann@x.test&gt; a écrit :<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">Q</div></blockquote></body>',
  ],
  [
    'Thunderbird',
    'Russian',
    '<body><p>',
    '</p><div class="moz-cite-prefix">24.11.2026 18:02, Ann пишет:<br></div><blockquote type="cite" cite="mid:1@x.test">Q</blockquote></body>',
  ],
  [
    'Outlook on the web',
    'English',
    '<div class="elementToProof" style="font-size:12pt">',
    '</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>From:</b> Ann &lt;ann@x.test&gt;<br><b>Sent:</b> Tuesday<br><b>To:</b> Bob</font></div><div>Q</div>',
  ],
  [
    'Outlook 2016',
    'German',
    '<div class=WordSection1><p class=MsoNormal>',
    "</p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>Von:</b> Ann &lt;ann@x.test&gt; <br><b>Gesendet:</b> Dienstag, 24. November 2026 18:02<br><b>An:</b> Bob<br><b>Betreff:</b> Plan<o:p></o:p></p></div></div><p class=MsoNormal>Q</p></div>",
  ],
  [
    'Outlook 2003',
    'English',
    '<p><font size=2 color=navy face=Arial>',
    '</font></p><div class=MsoNormal align=center><hr size=2 width="100%" align=center tabindex=-1></div><p class=MsoNormal><b><span>From:</span></b><span> Ann [mailto:ann@x.test] <br><b>Sent:</b> Tuesday, November 24, 2026 6:02 PM<br><b>To:</b> Bob</span></p><p>Q</p>',
  ],
  [
    'Hotmail',
    'English',
    '<div dir="ltr">',
    '</div><div><hr id="stopSpelling">Date: Tue, 24 Nov 2026 18:02:03 +0100<br>From: ann@x.test<br>To: bob@x.test<br>Subject: Plan<br><br>Q</div>',
  ],
  [
    'Windows Mail',
    'Spanish',
    '<div><p class=MsoNormal>',
    '</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class=MsoNormal><b>De: </b>Ann<br><b>Enviado: </b>martes, 24 de noviembre de 2026 18:02<br><b>Para: </b>Bob</p></div><p>Q</p></div>',
  ],
  [
    'Yahoo',
    'English',
    '<div class="ydp1yahoo-style-wrap"><div dir="ltr">',
    '</div></div><div id="yahoo_quoted_1" class="yahoo_quoted"><div><div>On Tuesday, November 24, 2026 at 06:02:03 PM GMT+1, Ann &lt;ann@x.test&gt; wrote:</div><div>Q</div></div></div>',
  ],
  [
    'Proton Mail',
    'English',
    '<div style="font-family: Arial; font-size: 14px;">',
    '</div><div class="protonmail_quote">On Tuesday, November 24th, 2026 at 18:02, Ann &lt;ann@x.test&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">Q</blockquote></div>',
  ],
  [
    'GMX',
    'German',
    '<html><body><div style="font-family: Verdana;font-size: 12.0px;"><div>',
    '</div><div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Dienstag, 24. November 2026 um 18:02<br/><b>Von:</b>&nbsp;&quot;Ann&quot; &lt;ann@x.test&gt;<br/><b>An:</b>&nbsp;bob@x.test</div><div name="quoted-content">Q</div></div></div></div></body></html>',
  ],
  [
    'Roundcube',
    'German',
    '<html><body style="font-size: 10pt"><p>',
    '</p><p id="reply-intro">Am 2026-11-24 18:02, schrieb Ann:</p><blockquote type="cite" style="padding: 0 0.4em"><div>Q</div></blockquote></body></html>',
  ],
  [
    'Zimbra',
    'English',
    '<html><body><div><div>',
    '</div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>From: </b>"Ann" &lt;ann@x.test&gt;<br><b>To: </b>"Bob"<br><b>Sent: </b>Tuesday, November 24, 2026 6:02:03 PM</div><div data-marker="__QUOTED_TEXT__">Q</div></div></body></html>',
  ],
  [
    'Spark',
    'English',
    '<html><body><div name="messageBodySection">',
    '</div><div name="messageReplySection">On 24 Nov 2026 at 18:02 +0100, Ann &lt;ann@x.test&gt;, wrote:<br><blockquote type="cite" style="border-left: thin solid #1abc9c;">Q</blockquote></div></body></html>',
  ],
  [
    'Samsung',
    'English',
    '<html><body><div dir="auto">',
    '</div><div><br></div><div align="left" dir="auto"><div>-------- Original message --------</div><div>From: Ann &lt;ann@x.test&gt; </div><div>Date: 24/11/2026  18:02  (GMT+01:00) </div><div>To: Bob </div><div><br></div></div>Q</body></html>',
  ],
];

function htmlForms(): Form[] {
  return html.map(([program, language, before, quotation]) => ({
    program,
    language,
    type: 'text/html',
    write(place) {
      const quoted = quotation.replace('Q', question.map((line) => `<div>${line}</div>`).join(''));
      const own = answer.join('\n');
      if (place === 'above') return { body: `${before}${answer.join('<br>')}${quoted}`, own };
      return place === 'missing' ? { body: `${before}${quoted}`, own: '' } : undefined;
    },
  }));
}
