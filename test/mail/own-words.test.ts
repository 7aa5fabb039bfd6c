import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownWords } from '../../src/mail/own-words.ts';

const own = { include_quotes: false, include_footer: false };

describe('ownWords', () => {
  it('cuts what mail programs quote below an answer, in any language', () => {
    const quotes = [
      'On Mon, 5 Jan 2026 at 10:00, Bob <bob@x.test> wrote:\n> old\n> older',
      'Am 05.01.26 um 10:00 schrieb Bob:\n\n> old',
      'Le lun. 5 janv. 2026 à 10:00, Bob\n<bob@x.test> a écrit :\n\n> old',
      '2026年1月5日(月) 10:00 Bob <bob@x.test>：\n> old',
      '> old\n>\n> older',
      'On Tuesday, November 24, 2026 at 06:02:03 PM GMT+1, Bob <bob@x.test> wrote: \n \nold',
      'In a message dated 11/24/2026 6:02:03 PM Eastern Standard Time, bob@x.test writes:\n\nold',
      '-----Original Message-----\nFrom: Bob\nold',
      '---------- Forwarded message ---------\nold',
      'From: Bob <bob@x.test>\nSent: Monday\nTo: me\nSubject: old\n\nold',
      'Von: Bob\nGesendet: Montag\nAn: mich\n\nold',
    ];

    for (const quote of quotes)
      assert.equal(ownWords(`New.\n\nAnd more.\n\n${quote}\n`, own), 'New.\n\nAnd more.', quote);
  });

  it('cuts what is quoted above an answer, and keeps what answers stand between', () => {
    const between = 'On 5 Jan Bob wrote:\n> a?\nYes.\n> b?\nNo.';

    assert.equal(ownWords('On 5 Jan 2026 Bob wrote:\n> old\n> older\n\nNew.', own), 'New.');
    assert.equal(ownWords(between, own), between);
  });

  it('cuts signatures, and the lines of telephones and mailing lists', () => {
    const footers = ['-- \nCarol\nChief', 'Sent from my iPhone', `${'_'.repeat(47)}\nlist mailing list\nlist@x.test`];

    for (const footer of footers) assert.equal(ownWords(`New.\n\n${footer}`, own), 'New.', footer);
    assert.equal(ownWords('New.\n> old\n-- \nCarol', own), 'New.');
    assert.equal(ownWords('a\n---\nb', own), 'a\n---\nb');
  });

  it('keeps what looks like neither', () => {
    const texts = ['Three things:\n- one\n- two', 'From: here on, it is easy', 'a -- b'];

    for (const text of texts) assert.equal(ownWords(text, { include_quotes: false, include_footer: false }), text);
  });

  it('takes linear time', () => {
    for (const line of [
      '> a\n',
      'On 1 x:\n',
      'On 1 a@x wrote 10:00:\n',
      '-- \n',
      '\n',
      'From: x\n',
      'To: x\n',
      'x On 1 ',
      '_'.repeat(30),
      '-'.repeat(10),
      '---x--\n',
      '* ',
      'Ann ',
      'Outlook Android ',
      'confidential message ',
    ]) {
      assert.equal(typeof ownWords(line.repeat(20_000), own), 'string');
    }
  });

  /** How mail programs introduce what they quote; a line break stands where one of them wraps. */
  const introductions = [
    'On Tue, 24 Nov 2026 at 18:02, Ann Example <ann@x.test> wrote:',
    'On Tue, 24 Nov 2026 at 18:02, Ann Example\n<ann@x.test> wrote:',
    'On Tuesday, 24 November\n2026 at 18:02, Ann Example <ann@x.test> wrote:',
    'On 24.11.26 18:02, Ann Example wrote:',
    'On Nov 24, 2026, at 6:02 PM, Ann Example wrote:',
    'Am Di., 24. Nov. 2026 um 18:02 Uhr schrieb Ann Example <ann@x.test>:',
    'Am Di., 24. Nov. 2026 um 18:02 Uhr schrieb Ann Example <\nann@x.test>:',
    'Am 24.11.26 um 18:02 schrieb Ann Example:',
    'Ann Example <ann@x.test> schrieb am\nDi., 24. Nov. 2026, 18:02:',
    'Le mar. 24 nov. 2026 à 18:02, Ann Example <ann@x.test> a écrit :',
    'Le 24/11/2026 à 18:02, Ann Example a écrit :',
    'El mar, 24 nov 2026 a las 18:02, Ann Example (<ann@x.test>) escribió:',
    'El 24/11/2026 a las 18:02, Ann Example escribió:',
    'Il giorno mar 24 nov 2026 alle ore 18:02 Ann Example <ann@x.test> ha scritto:',
    'Il 24/11/2026 18:02, Ann Example ha scritto:',
    'Em ter., 24 de nov. de 2026 às 18:02, Ann Example <ann@x.test> escreveu:',
    'Op di 24 nov. 2026 om 18:02 schreef Ann Example <ann@x.test>:',
    'Op 24-11-2026 om 18:02 schreef Ann Example:',
    'Den tis 24 nov. 2026 kl 18:02 skrev Ann Example <ann@x.test>:',
    'tir. 24. nov. 2026 kl. 18:02 skrev Ann Example <ann@x.test>:',
    'tir. 24. nov. 2026 kl. 18:02 skrev Ann Example <ann@x.test\n>:',
    'ti 24. marrask. 2026 klo 18.02 Ann Example (ann@x.test) kirjoitti:',
    'wt., 24 lis 2026 o 18:02 Ann Example <ann@x.test> napisał(a):',
    'W dniu 24.11.2026 o 18:02, Ann Example pisze:',
    'út 24. 11. 2026 v 18:02 odesílatel Ann Example <ann@x.test> napsal:',
    'вт, 24 нояб. 2026 г. в 18:02, Ann Example <ann@x.test>:',
    'вт, 24 лист. 2026 р. о 18:02 Ann Example <ann@x.test> пише:',
    'Ann Example <ann@x.test>, 24 Kas 2026 Sal, 18:02 tarihinde şunu yazdı:',
    'Ann Example <ann@x.test> ezt írta (időpont: 2026. nov. 24., K, 18:02):',
    'În mar., 24 nov. 2026 la 18:02, Ann Example <ann@x.test> a scris:',
    '2026年11月24日(火) 18:02 Ann Example <ann@x.test>:',
    'Ann Example <ann@x.test> 于2026年11月24日周二 18:02写道：',
    '2026년 11월 24일 (화) 오후 6:02, Ann Example <ann@x.test>님이 작성:',
    'في الثلاثاء، ٢٤ نوفمبر 2026 في 18:02 كتب Ann Example <ann@x.test>:',
  ];
  const answers = [
    'Monday is fine.',
    'Hi Ann,\n\nMonday is fine,\nsee you at ten.',
    'We have 3 of them:\n- tea\n- milk',
  ];

  for (const introduction of introductions) {
    it(`keeps all words right above ${JSON.stringify(introduction)}`, () => {
      for (const answer of answers) {
        for (const gap of ['\n', '\n\n']) {
          for (const quote of ['\n> Monday or Friday?', '\n\n> Monday?\n>\n> Or Friday?\n']) {
            assert.equal(ownWords(`${answer}${gap}${introduction}${quote}`, own), answer, JSON.stringify([gap, quote]));
          }
        }
        assert.equal(ownWords(`${introduction}\n> Monday?\n\n${answer}`, own), answer);
      }
    });
  }

  it('knows what programs write around the direction of a text', () => {
    const [left, right, ends] = ['\u202a', '\u202b', '\u202c\u200f'];
    const quotes = [
      `${right}בתאריך יום ג׳, 24 בנוב׳ 2026 ב-18:02 מאת ${left}Ann Example${ends} <${left}ann@x.test${ends}>:\u202c\n\n> old`,
      '\u200fفي ٢٤ نوفمبر ٢٠٢٦، الساعة ٦:٠٢ م، كتب Ann:\u200f\n\n> old',
      'در ۲۴ نوامبر ۲۰۲۶، Ann نوشت:\n> old',
      '\ufeffOn 24 Nov 2026, at 18:02, Ann Example <ann@x.test> wrote:\n\n> old',
      'On 24 Nov 2026, at 18:02, Ann Example <ann@x.test> wrote:\u200b\n\n\u200b> old',
      '\u200eFrom: Ann <ann@x.test>\n\u200eSent: Tuesday, November 24, 2026 6:02 PM\nTo: Bob\n\nold',
      '\u200fנשלח מה-iPhone שלי\u200f',
    ];
    for (const quote of quotes) {
      for (const answer of ['\u200fתודה\u200f', 'Fine.']) assert.equal(ownWords(`${answer}\n\n${quote}`, own), answer);
    }
  });

  it('cuts the name of a writer above the address to it, where nothing else can be meant', () => {
    const ends = [
      '<ann@x.test>, 24 Kas 2026 Sal, 18:02 tarihinde şunu yazdı:',
      '<ann@x.test> 于2026年11月24日周二 18:02写道：',
      '<ann@x.test> ezt írta (időpont: 2026. nov. 24., K, 18:02):',
      '<ann@x.test> wrote on 24 Nov 2026:',
    ];
    for (const end of ends) {
      for (const name of ['Ann', 'Ann B. Example', '"Example, Ann"', '安恩', "Zoë O'Neil-Núñez"]) {
        assert.equal(ownWords(`Fine.\n\n${name}\n${end}\n> old`, own), 'Fine.', name + end);
      }
      for (const answer of ['Thanks', 'Fine, see you there', 'Is it Monday?']) {
        assert.equal(ownWords(`${answer}\n${end}\n> old`, own), answer);
        assert.equal(ownWords(`Hi.\n${answer}\n${end}\n> old`, own), `Hi.\n${answer}`);
      }
    }
  });

  it('keeps words that end with a colon above a quotation', () => {
    const text = 'You wrote, and I agree with all 3 points:\n> old\nYes.\n> older\nNo.';

    assert.equal(ownWords(text, own), text);
    assert.equal(ownWords('As the manual says:\n> old', own), 'As the manual says:');
  });

  it('cuts the fields of an original mail with the rule above them, also where programs mark them', () => {
    const fields = [
      ['From: Ann <ann@x.test>', 'Sent: Tuesday, November 24, 2026 6:02 PM', 'To: Bob', 'Subject: plan'],
      ['*From:* Ann Example', '*Sent:* 2026-11-24', '*To:* bob@x.test', '*Subject:* plan'],
      ['**From:** Ann Example', '**Sent:** Tuesday', '**To:** Bob'],
      ['Von: Ann', 'Gesendet: Dienstag, 24. November 2026 18:02', 'An: Bob', 'Betreff: Plan'],
      ['De : Ann', 'Envoyé : mardi 24 novembre 2026 18:02', 'À : Bob'],
      ['От: Ann', 'Отправлено: 24 ноября 2026', 'Кому: Bob'],
      ['差出人: Ann', '送信日時: 2026年11月24日', '宛先: Bob'],
      ['发件人：Ann', '发送时间：2026年11月24日', '收件人：Bob'],
    ];
    for (const lines of fields) {
      for (const rule of ['', ' ------------------------------\n\n', '________________________________\n', '*****\n']) {
        assert.equal(ownWords(`Fine.\n\n${rule}${lines.join('\n')}\n\nold`, own), 'Fine.', rule + lines[0]);
      }
    }
  });

  it('keeps fields of a journey or a delivery, which a mail has too', () => {
    const texts = [
      'Von: Hamburg\nNach: Berlin\nDatum: 24.11.2026 18:02',
      'From: Hamburg\nTo: Berlin\nDate: 24 Nov 2026',
      'Please book:\n\nFrom: Hamburg\nTo: Berlin\nDate: Tuesday\n\nThanks',
      'De : Paris\nÀ : Lyon\nDate : mardi\n\nMerci',
      'Da: Roma\nA: Milano\nData: 24/11/2026',
      'Datum: 24.11.2026\nVon: 9 Uhr\nBis: 11 Uhr',
      'От: Москва\nДо: Тверь\nДата: 24.11.2026',
    ];
    for (const text of texts) assert.equal(ownWords(text, own), text);
    for (const one of ['Subject: plan', 'To: <bob@x.test>']) {
      assert.equal(ownWords(`Fine.\n\nFrom: Ann\nDate: 24 Nov 2026\n${one}\n\nold`, own), 'Fine.', one);
    }
  });

  it("cuts what stands below Outlook's title, in any language", () => {
    const titles = [
      'Algne sõnum', 'Sākotnējais ziņojums', 'Pradinis pranešimas', 'Missatge original',
      'Mensaxe orixinal', 'Jatorrizko mezua', 'Upprunaleg skilaboð', 'Thư gốc', 'Mesej Asal', 'ข้อความเดิม', 'मूल संदेश',
      'پیام اصلی', 'Оригинална порука', 'Изворна порука', 'Бастапқы хабар', 'Mesazhi origjinal',
      'ორიგინალი შეტყობინება', 'Սկզբնական հաղորդագրություն', 'Арыгінальнае паведамленне', 'Neges Wreiddiol',
      'Izvirno sporočilo', 'Oorspronklike boodskap',
    ]; // biome-ignore format: a list of titles
    for (const title of titles) assert.equal(ownWords(`Fine.\n\n-----${title}-----\nold`, own), 'Fine.', title);

    const fields = 'Oorsprong: Ann <ann@x.test>\nGestuur: 24 November 2026\n\nold';
    assert.equal(ownWords(`Fine.\n\n-----Eerste woorde-----\n${fields}`, own), 'Fine.');
    for (const text of ['-----Plan-----\nRoom: 4\nTea: yes', '--- Plan ---\nRoom: 4 @ home\nTea: yes'])
      assert.equal(ownWords(`Fine.\n\n${text}`, own), `Fine.\n\n${text}`);
  });

  it('cuts the line of a device, in any language', () => {
    const devices = [
      'Sendt fra min iPhone',
      'Skickat från min iPhone',
      'Отправлено с iPhone',
      'Надіслано з iPhone',
      'Відправлено з iPhone',
      'Enviat des del meu iPhone',
      'Αποστολή από iPhone',
      'Skickades från min iPhone',
      'Verzonden met mijn iPhone',
      'Verstuurd met Outlook',
      'Envoyé via mon mobile',
      'Diese Nachricht wurde von meinem Android-Gerät mit GMX Mail gesendet.',
      'Poslano z mojega iPhonea',
      'iPhoneから送信',
      'Envoyé à partir de Outlook pour iOS',
      'Envoyé de mon iPhone',
      'Von meinem iPhone gesendet',
      'Gesendet mit der GMX Mail App',
      'Enviado do meu iPhone',
      'Enviado desde mi iPhone',
      'Inviato da iPhone',
      'Verstuurd vanaf mijn iPhone',
      'Lähetetty iPhonesta',
      'Wysłane z iPhone’a',
      'Odesláno z iPhonu',
      'iPhone’umdan gönderildi'.replace('’umdan', "'dan"),
      '发自我的iPhone',
      '나의 iPhone에서 보냄',
      'Get Outlook for iOS<https://aka.ms/x>',
      'Az iPhone-omról küldve',
      'Elküldve iPhone-ról',
      'Odoslané z iPhonu',
      'Poslano s mojeg iPhonea',
      'Изпратено от моя iPhone',
      'Στάλθηκε από το iPhone μου',
      'נשלח מה-iPhone שלי',
      'أُرسلت من الـ iPhone',
      'Đã gửi từ iPhone của tôi',
      'Dikirim dari iPhone saya',
      'ส่งจาก iPhone ของฉัน',
      'मेरे iPhone से भेजा गया',
      'Išsiųsta iš mano iPhone',
    ];

    for (const device of devices) {
      assert.equal(ownWords(`Ok.\n\n${device}\n`, own), 'Ok.', device);
      assert.equal(ownWords(`Ok.\n\n${device}\n\n> old`, own), 'Ok.', device);
    }
    assert.equal(ownWords('It was sent from Rome.', own), 'It was sent from Rome.');
  });

  it('cuts the line of more devices and programs, and keeps sentences that begin like one', () => {
    const devices = `
      Gesendet vom iPad
      Gesendet über Proton Mail
      Gesendet aus der GMX Mail App
      Versendet mit Proton Mail
      Von unterwegs gesendet
      Envoyé depuis mon téléphone Orange
      Envoyé avec la messagerie sécurisée Proton Mail.
      Envoyé à l’aide de Proton Mail
      Enviado a partir do meu smartphone Samsung Galaxy.
      Enviado com Proton Mail
      Enviado através do Outlook para Android
      Enviado con Proton Mail
      Enviado a través de Outlook
      Inviato dal mio dispositivo Samsung
      Inviato tramite Proton Mail
      Verzonden vanuit Outlook voor iOS
      Wysłano z iPhone’a
      Wysłano z telefonu Samsung
      Wysłane za pomocą bezpiecznej poczty Proton Mail
      Skickat med Proton Mail
      Skickat via Outlook
      Sendt med Proton Mail
      Sendt via Outlook
      Отправлено из мобильной Почты Mail.ru
      Отправлено через Proton Mail
      Отправлено с моего Samsung
      Надіслано через Outlook
      发送自 Windows 版邮件
      从我的 iPhone 发送
      來自我的 iPhone
      我的iPhoneから送信
      Android 版 Outlook から送信
      iPhone에서 보낸 메일
      Samsung Galaxy 스마트폰에서 보냈습니다.
      Trimis din Outlook pentru iOS
      Odesláno pomocí aplikace Outlook
      Gönderildi: Outlook iOS
      Sent using Proton Mail
      Sent through the Gmail app
      Sent on the go
      Sent by Outlook for Android`;
    const sentences = [
      'I sent the Outlook invite.',
      'Enviado con éxito.',
      'Envoyé à Paul hier.',
      'Sent the files by bike.',
    ];
    const others = ['Ich habe es per Outlook gesendet.', 'Mail me from Windows.', 'Trimis ieri.', 'Sendt i går.'];

    for (const device of devices.trim().split(/\n +/)) assert.equal(ownWords(`Ok.\n\n${device}\n`, own), 'Ok.', device);
    for (const line of [...sentences, ...others]) assert.equal(ownWords(`Ok.\n\n${line}`, own), `Ok.\n\n${line}`);
  });

  it('cuts the line of a program in the form of more languages, with marks around it', () => {
    const lines = `
      Yahoo Mail: Search, Organize, Conquer
      Get BlueMail for Android
      Laden Sie Outlook für iOS herunter
      Outlook für Android herunterladen
      Télécharger Outlook pour Android
      Obtener Outlook para iOS
      Baixe o Outlook para iOS
      Ottieni Outlook per Android
      Outlook voor Android downloaden
      Pobierz aplikację Outlook dla systemu Android
      Получить Outlook для Android
      Android için Outlook’u edinin
      الحصول على Outlook for Android
      Outlook for Android を入手
      Android용 Outlook 다운로드
      获取 Outlook for Android
      Hanki Outlook for Android
      Androidhoz készült Outlook beszerzése
      Λήψη του Outlook για Android
      קבל את Outlook עבור Android
      發自我的 iPhone
      发自网易邮箱大师
      네이버 메일앱에서 보냈습니다.
      Εστάλη από το iPhone μου
      تم الإرسال من هاتف Samsung Galaxy الذكي.
      - Sent from my iPhone
      (Sent from a phone)
      <<sent by galaxy>>
      From my iPhone 6
      [Sent from my iPhone](https://x.test)
      *Sent from my iPhone*`;
    const kept = [
      'Outlook for Android is broken here.',
      'Get the file from Android.',
      'Ich nutze Outlook auf Android.',
    ];

    for (const line of lines.trim().split(/\n +/)) assert.equal(ownWords(`Ok.\n\n${line}\n`, own), 'Ok.', line);
    for (const line of kept) assert.equal(ownWords(`Ok.\n\n${line}`, own), `Ok.\n\n${line}`);
    assert.equal(ownWords('Ok.\n\nSent from my iPhone\n\nSent from my iPad', own), 'Ok.');
  });

  it('cuts what companies and lists say below a mail, and keeps short words about secrets', () => {
    const footers = [
      'This e-mail and any attachments are confidential and intended solely for the use of the addressee. If you are not the intended recipient, please delete it and tell the sender.',
      'Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind oder diese Nachricht irrtümlich erhalten haben, löschen Sie bitte diese Mail.',
      'Ce message et toutes les pièces jointes sont confidentiels et établis à l’intention exclusive de leurs destinataires. Toute utilisation non autorisée est interdite.',
      `${'-'.repeat(69)}\nTo unsubscribe, e-mail: dev-unsubscribe@x.test`,
      '---\nYou are on the dev mailing list.',
      '—\nBob',
    ];
    const kept = [
      'Please keep this message confidential; the recipient is Ann.',
      '---\nThe end',
      '—\n1\n2\n3\n4\n5\n6',
    ];

    for (const footer of footers) assert.equal(ownWords(`Ok.\n\n${footer}`, own), 'Ok.', footer);
    assert.equal(ownWords(`Ok.\n${footers[0]}`, own), 'Ok.');
    for (const text of [...kept, footers[0]]) assert.equal(ownWords(`${text}`, own), text);
  });

  it('reads the text of a PGP signature', () => {
    const proof = '-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----';
    const mail = `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nOk.\n- - one\n- -- \nBob\n${proof}\n`;

    assert.equal(ownWords(mail, own), 'Ok.\n- one');
  });

  it('keeps words in the line of an introduction', () => {
    const introductions = [
      'On Tue, 24 Nov 2026 at 18:02, Ann <ann@x.test> wrote:',
      'Am 24.11.26 um 18:02 schrieb Ann:',
      'Le 24 nov. 2026 à 18:02, Ann a écrit :',
      'Op 24 nov. 2026 om 18:02 schreef Ann:',
    ];

    assert.equal(ownWords('bla - bla--- On Wed, Apr 4, 2012 at 3:59 PM, me@x.test wrote:\n> Hi', own), 'bla - bla');
    for (const introduction of introductions) {
      for (const words of ['Monday is fine.', 'Yes', 'Not On Friday', 'a\nb']) {
        assert.equal(ownWords(`${words} ${introduction}\n\n> old\n`, own), words, introduction);
      }
    }
  });

  it('cuts the only quotation between own words, and keeps one that they introduce themselves', () => {
    const introduction = 'On Mon, 5 Jan 2026 at 10:00, Bob <bob@x.test> wrote:';

    assert.equal(ownWords(`Hi Bob,\n\n${introduction}\n> old\n\nFine.`, own), 'Hi Bob,\n\nFine.');
    assert.equal(ownWords('Fine.\n\n---\n\n> From: Ann\n> old', own), 'Fine.');
    assert.equal(ownWords('As you say:\n> old\n\nFine.', own), 'As you say:\n> old\n\nFine.');
    assert.equal(ownWords(`Fine.\n${introduction}\n\nold`, own), 'Fine.');
  });

  it('keeps words below a link that a program has wrapped', () => {
    assert.equal(ownWords('See <https://x.test/a\n> for more', own), 'See <https://x.test/a> for more');
  });

  it('keeps what a program answers in a terminal, which has such a mark too', () => {
    for (const text of [
      'I tried it:\n\nSQL> select 1\n\nNothing.',
      'SQL> select 1',
      'On 24.11.2026:\n\nPS> dir\n\nEmpty.',
    ])
      assert.equal(ownWords(text, { include_quotes: false, include_footer: false }), text);
  });

  it('cuts an introduction without a colon, and of a name alone', () => {
    const introductions = [
      '2016-03-03 17:21 GMT+01:00 Ann Example',
      '2013/10/2 ann <ann@x.test>',
      'On Tue, 24 Nov 2026 at 18:02 Ann wrote',
      'Posted by ann on 01/21/2016',
      'ann via Forum wrote:',
    ];

    for (const introduction of introductions) {
      assert.equal(ownWords(`Fine.\n\n${introduction}\n> old`, own), 'Fine.', introduction);
      assert.equal(ownWords(`${introduction}\n> old\n\nFine.`, own), 'Fine.', introduction);
    }
    for (const words of ['On Friday', 'We met on 3 May', '2013/10/2 it rained']) {
      assert.equal(ownWords(`${words}\n> old`, own), words);
    }
  });

  it('cuts an original mail whose fields are in another order, or far apart', () => {
    const heads = [
      'Subject: Plan\nFrom: ann@x.test\nDate: Tue, 24 Nov 2026',
      'To: bob@x.test\nFrom: ann@x.test\nDate: Tue, 24 Nov 2026\nSubject: x',
      'From: Ann\nTo: Bob\nCc: Carl\nBcc:\nSent: Tue, 24 Nov 2026\nSubject: x',
      'Von: "Ann" <ann@x.test>\nAn: bob\nCC: carl\nBetreff: Plan\nDatum: 24.11.26 18:02',
      'De : Ann <ann@x.test>\nA : Bob\nLe : mardi 24 novembre 2026',
      '*----- Original Message -----*\nFrom: Ann',
      '----- Reply message -----\nFrom: Ann',
    ];

    for (const head of heads) assert.equal(ownWords(`Fine.\n\n${head}\n\nold`, own), 'Fine.', head);
    assert.equal(ownWords(`Fine.\n\n${heads[0]}\n\n> old\n\nMore.`, own).includes('More.'), true);
    const sentence = 'From: I think we should go.\nDate: tomorrow maybe?';
    assert.equal(ownWords(sentence, own), sentence);
  });

  it('keeps what only looks like the beginning of an original mail', () => {
    const texts = [
      'Cron on web at 10:00:03 for ann@x.test:\n\nfailed',
      '----- Agenda -----\nDate: Monday\nPlace: here',
      'Name: Ann\nMail: ann@x.test\nSince: 3.5.2026 10:00\nhello',
    ];

    for (const text of texts) assert.equal(ownWords(`Ok.\n\n${text}`, own), `Ok.\n\n${text}`);
  });

  it('cuts an original mail below its mark or its fields, in twenty languages', () => {
    const marks = `
      -----Původní zpráva-----
      -----Wiadomość oryginalna-----
      -----Исходное сообщение-----
      -----Оригінальне повідомлення-----
      -----Alkuperäinen viesti-----
      -----Özgün İleti-----
      -----Orijinal Mesaj-----
      -----元のメッセージ-----
      ------------------ 原始邮件 ------------------
      -----邮件原件-----
      -----원본 메시지-----
      -----Eredeti üzenet-----
      -----Pôvodná správa-----
      -----Mesaj original-----
      -----Αρχικό μήνυμα-----
      -----הודעה מקורית-----
      -----رسالة أصلية-----
      -----Izvorna poruka-----
      -----Oprindelig meddelelse-----
      -------- Courriel original --------
      -------- Messaggio Inoltrato --------`;
    const fields = [
      ['From: Ann <a@x.de>', 'Date: Monday'],
      ['Expéditeur : Ann', 'Date : lundi'],
      ['Odesílatel: Ann', 'Datum: pondělí'],
      ['Nadawca: Ann', 'Data: wtorek'],
      ['Afzender: Ann', 'Verzonden: dinsdag'],
      ['Remitente: Ann', 'Fecha: lunes'],
      ['Remetente: Ann', 'Enviado: segunda'],
      ['Mittente: Ann', 'Data: lunedì'],
      ['Отправитель: Ann', 'Дата: понедельник'],
      ['Gönderen: Ann', 'Tarih: Pazartesi'],
      ['送信者: Ann', '送信日時: 月曜'],
      ['発信者: Ann', '日時: 月曜'],
      ['보낸사람: Ann', '날짜: 월요일'],
      ['보낸 사람: Ann', '보낸 날짜: 월'],
      ['寄件人: Ann', '日期: 週一'],
      ['发件人: Ann', '日期: 周一'],
      ['Από: Ann', 'Στάλθηκε: Δευτέρα'],
      ['De la: Ann', 'Trimis: luni'],
      ['Frá: Ann', 'Sent: mánudagur'],
      ['מאת: Ann', 'נשלח: יום שני'],
      ['من: Ann', 'تم الإرسال: الاثنين'],
      ['Šalje: Ann', 'Poslano: ponedjeljak'],
    ];

    for (const mark of marks.trim().split(/\n +/)) assert.equal(ownWords(`Ok.\n\n${mark}\nold`, own), 'Ok.', mark);
    for (const [sender, time] of fields) {
      const mail = `Ok.\n\n${sender}\n${time}\nTo: Ben\nSubject: Tea\n\nold`;
      assert.equal(ownWords(mail, own), 'Ok.', sender);
    }
    const kept = ['---- snip ----\ncode', '----- Agenda -----\none', 'Fecha: lunes', 'De: todos', 'من: كل'];
    for (const text of kept) assert.equal(ownWords(`Ok.\n\n${text}`, own), `Ok.\n\n${text}`);
  });
});
