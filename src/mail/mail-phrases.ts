// What mail programs write around a person's words, by language: en, de, fr, es, it, pt, nl, sv, no, da, fi, pl, cs, sk,
// hu, ro, hr, sr, bg, ru, uk, el, tr, he, ar, zh, ja, ko and some more.

/** A group of a regular expression with all words of a list, in which `|` and line breaks separate them. */
function anyOf(list: string): string {
  return `(?:${list.trim().replace(/\s*\n\s*/g, '|')})`;
}

const originalTitle = anyOf(`
  original|forwarded|repl(?:y|ied) message|antwort|ursprüngliche|weitergeleitete|message d.origine|message original|courriel|mensaje|messaggio|mensagem
  oorspronkelijk|doorgestuurd|ursprungligt|vidarebefordrat|opprinnelig|oprindelig|videresendt|alkuperäinen|välitetty
  wiadomość|oryginalna|treść przekazanej|původní|přeposlaná|pôvodná|preposlaná|eredeti|továbbított|mesaj|izvorna
  исходное|оригинальное|первоначальное|пересылаемое|пересланное|перенаправленное|оригінальне|вихідне|переслане
  оригинално|препратено|özgün|orijinal|[iİ]letilen|αρχικό|προωθημένο|הודעה|رسالة|الرسالة
  原始|原邮件|原郵件|邮件原件|回复的原|转发|轉寄|元の|オリジナル|転送|원본|전달|(?:tin nhắn|thư|thông điệp) gốc|pesan asli|mesej asal|ข้อความต้นฉบับ
  ข้อความเดิม|algne|sākotnējais|oriģinālais|pradinis|missatge|mensaxe|jatorrizko|upp(?:haf|runa)leg|iz(?:virno|vorno)
  оригинална|изворна|бастапқы|mesazhi|ორიგინალი|საწყისი|սկզբնական|арыгінальнае|зыходнае|neges wreiddiol
  bunteachtaireacht|ujumbe|orihinal|oorspronklike|मूल संदेश|پیام اصلی|اصل پیغام|মূল বার্তা|அசல் செய்தி`);

/** A title between dashes, above an original mail that is answered or forwarded. */
export const originalMark: RegExp = new RegExp(
  `^\\s*\\*?[-\u2010-\u2015]{2,}\\s*${originalTitle}[^\\n]{0,60}[-\u2010-\u2015]{2,}\\*?\\s*$`,
  'i',
);

/** The line above a mail that Apple's program forwards. */
export const forwardBegin: RegExp = new RegExp(
  `^\\s*${anyOf(`
    Begin forwarded message|Anfang der weitergeleiteten (?:E-Mail|Nachricht)|Début du message (?:réexpédié|transféré)
    Inicio del mensaje reenviado|Inizio (?:del )?messaggio inoltrato|Início da mensagem (?:re)?encaminhada
    Begin doorgestuurd bericht|Vidarebefordrat brev|Videresendt (?:melding|besked)|Start på videresendt (?:besked|melding)
    Välitetty viesti alkaa|Początek przekazywanej wiadomości|Začátek přeposlané zprávy|Začiatok preposlanej správy
    Továbbított levél kezdete|Începutul mesajului redirecționat|Начало переадресованного (?:сообщения|письма)
    Початок листа, що пересилається|Початок переспрямованого повідомлення|Αρχή προωθημένου μηνύματος
    İletilen mesajın başlangıcı|תחילת ההודעה שהועברה|بداية الرسالة المُ?حولة|بداية الرسالة المعاد توجيهها
    転送されたメッセージ|下面是被转发的邮件|开始转发的邮件|開始轉寄郵件|以下是轉寄的信件|전달된 메시지|다음은 전달된 메시지`)}\\s?[:：]\\s*$`,
  'i',
);

function label(names: string, more = ''): RegExp {
  return new RegExp(`^\\s*\\*{0,2}${anyOf(names)}${more}`);
}

/** The field with the sender of an original mail; the marks of bold text may be around its name. */
export const senderField: RegExp = label(
  `
  From|Von|Absender|De|Expéditeur|Remitente|Da|Mittente|Remetente|Van|Afzender|Från|Avsändare|Fra|Avsender|Afsender|Frá
  Lähettäjä|Od|Oд|Nadawca|Odes[ií]latel|Odosielateľ|Feladó|De la|Expeditor|Šalje|Pošiljatelj|От|Oт|От кого|Отправитель
  Від|Від кого|Відправник|Kimden|Gönderen|Από|Αποστολέας|מאת|من|المرسل|发件人|发信人|寄件人|寄件者|自|差出人|送信者
  発信者|送信元|보낸사람|보낸 사람|발신|Saatja|Nuo|Siuntėjas|Sūtītājs|Từ|Dari|Pengirim|จาก`,
  '(?:\\s?:\\*{0,2}(?: |$)|：)',
);

const sent = `
  Sent|Gesendet|Envoyé|Enviad[oa]|Inviato|Verzonden|Skickat|Sendt|Lähetetty|Wysłan[oe]|Odesláno|Odoslané|Elküldve|Trimis
  Poslano|Poslato|Отправлено|Надіслано|Відправлено|Изпратено|Gönder(?:me|ilme|ildi)|Στάλθηκε|Αποστολή|נשלח|تم الإرسال
  تاريخ الإرسال|发送时间|发件时间|发送日期|傳送日期|寄件日期|送信日時|보낸 날짜|Enviat|Saadetud|Išsiųsta|Nosūtīts|Đã gửi
  Dikirim|ส่ง`;
const date = `
  Date|Datum|Fecha|Data|Dato|Päiväys|Dátum|Дата|Tarih|Ημερομηνία|תאריך|التاريخ|日期|日時|日付|날짜|Le(?= ?:)|Ngày|Tanggal
  วันที่`;
const timeEnd = '[^:\\n]{0,10}[:：]';

/** The field with its time. */
export const timeField: RegExp = label(`${sent}\n${date}`, timeEnd);

/** The field with its time, by a name that only mails have. */
export const sentField: RegExp = label(sent, timeEnd);

/** The field with its recipients. */
export const recipientField: RegExp = label(
  `
  To|Cc|An|À|A|Para|Till|Til|Aan|Do|Komu|Címzett|Către|Кому|Kime|Προς|אל|إلى|收件人|收件者|宛先|받는 사람|받는사람`,
  '\\s?\\*{0,2}[:：]',
);

/** The field with its subject. */
export const subjectField: RegExp = label(
  `
  Subject|Betreff|Objet|Sujet|Asunto|Oggetto|Assunto|Onderwerp|Ämne|Emne|Aihe|Temat|Předmět|Predmet|Tárgy|Subiect|Тема
  Относно|Konu|Θέμα|נושא|الموضوع|主题|主題|主旨|件名|제목`,
  '\\s?\\*{0,2}[:：]',
);

const said = anyOf(`
  wrote|writes|schrieb|geschrieben|a écrit|escribió|ha scritto|scrive|escreveu|schreef|geschreven|skrev|kirjoitti
  napisał(?:\\(a\\)|a)?|pisze|napsal(?:\\(a\\)|a)?|napísala?|írta|a scris|napisao je|написал(?:\\(а\\)|а)?|пишет|пише|написав
  написа|писал(?:\\(а\\))?|yazdı|έγραψε|כתב|كتب|写道|寫道|のメール|작성|쓴 글`);

/** The verb in an introduction of a quotation. */
export const saidWord: RegExp = new RegExp(`(?<!\\p{L})${said}`, 'u');

/** An introduction with the verb and the name of a person alone: one to four words that begin like a name. */
export const saidBySomebody: RegExp = new RegExp(
  `^\\s*(?:(?:Quoting|Zitat von|Citando) )?"?\\p{Lu}[\\p{L}\\p{M}.'’-]*(?:,? \\p{Lu}[\\p{L}\\p{M}.'’-]*){0,3}"?,? ?${said}\\s?[:：]\\s*$|^.{1,60} via .{1,60} ${said}\\s?[:：]\\s*$`,
  'u',
);

/** Introductions without a colon: a verb at the end, or a program that writes the time first, or who posted. */
export const colonless: RegExp = new RegExp(
  `^\\s*(?:(?:On|At|Le|El|Il|Em) (?=.{0,80}\\d).{1,200}${said}|\\d{4}[-/]\\d{1,2}[-/]\\d{1,2} (?:.{1,60}<\\S{1,100}@\\S{1,100}>|\\d{1,2}:\\d{2} GMT.{1,60})|Posted by .{1,60} on \\d.{1,20}|"[^"]{1,60}" <?\\S{1,100}@[^\\s>]{1,100}>? [–-] .{1,40}\\d[:.]\\d{2}.{0,6})\\s*$`,
);

/** An introduction that follows own words in the same line: both parts. */
export const introductionInLine: RegExp = new RegExp(
  `^(.{0,2000}[^\\s-])[\\s-]{1,20}((?:On|Am|Le|El|Il|Em|Op|Den|Dne) (?=\\D{0,20}\\d).{1,200}?${said}.{0,80}[:：]\\s*)$`,
);

/** Begins a line of a device or a mail program. */
export const deviceBegin: string = anyOf(`
  Sent (?:from|with|via|by galaxy)|From my (?:i?phone|ipad|galaxy|mobile|android)|Securely sent with|Get (?:Outlook|BlueMail|TypeApp) for
  (?:Von meinem|Diese Nachricht wurde von meinem) .{1,50} gesendet|Gesendet (?:von|mit)
  Envoyé (?:de|à partir|avec|via)|Enviado (?:desde|do|da|de)|Inviato (?:da|con)|(?:Verzonden|Verstuurd) (?:vanaf|met|via)
  Skicka(?:t|des) från|Sendt fra|Lähetetty|Wysłane? z|Odesláno z|Odoslané z|(?:El)?küldve|Trimis de pe|Poslano (?:sa?|iz|z)
  Poslato sa|Отправлено (?:с|из)|(?:Надіслано|Відправлено) з|Изпратено от|(?:Στάλθηκε|Αποστολή|Εστάλη) από|נשלח מ
  (?:أُ|أ)رسلت من|ارسال.شده از|发自我的|發自我的|從我的|나의 .{1,30}에서 보냄|Senté des de|Enviat des d|Saadetud minu
  Nosūtīts no|Išsiųsta iš|ส่งจาก|(?:Được|Đã) gửi từ|Dikirim dari|Dihantar daripada`);

/** Ends such a line in languages in which the verb is last. */
export const deviceEnd: string = anyOf(
  "r[óő]l küldve|से भेजा गया|から送信|дан gönderildi|(?:'ımdan|'dan|'den|dan|den) gönderildi|에서 보냄",
);

/** A device or mail program. */
export const product: string = anyOf(
  'i(?:Phone|Pad|OS)|Android|Outlook|Gmail|Proton|Samsung|Galaxy|Xiaomi|Huawei|Pixel|Windows|Yahoo|GMX|WEB\\.DE|Thunderbird|Mail|邮箱|郵箱|메일',
);

/** Begins a line in which the name of a product follows. */
export const wasSent: string = anyOf(`
  Sent (?:by|using|through)|Gesendet|Versendet|Versandt|Verschickt|Envoyé|Enviad[oa]|Inviat[oa]|Verzonden|Verstuurd
  Wysłan[eo]|Skickat|Sendt|Отправлено|Надіслано|Відправлено|Odesláno|Odoslané|Trimis|Poslano|Gönderildi|تم الإرسال من
  发送自|发自|發自|寄自|來自|来自`);

/** Ends a line in which the name of a product comes first. */
export const sentFrom: string = anyOf('から送信|에서 보낸 메일|에서 보냈습니다|에서 발송|发送|發送|傳送');

/** Asks readers to install the program of a phone. */
export const install: string = anyOf(`
  Get|Download|Holen|Laden|herunterladen|Télécharge[rz]|Obten\\S+|Obtén|Descarg\\S+|Obt[eé]\\S+|Baix\\S+|Transfer\\S+
  Scarica|Ottieni|downloaden|Pobierz|Uzyskaj|Скачайте|Скачать|Загрузит[ье]|Получит[ье]|Отримати|Отримайте|Завантажте
  edinin|alın|indirin?|الحصول على|احصل على|تنزيل|を入手|ダウンロード|다운로드|获取|下载|取得|下載|Získa\\S+|Stáhn\\S+
  Hämta|Skaffa|Hent|Få|Last ned|Hanki|Lataa|beszerzése|letöltése|Obțineți|Descărcați|Λήψη|Αποκτήστε|Κατεβάστε|קבל|הורד
  Preuzmite|Nabavite|Изтеглете|Вземете`);

const secret = anyOf(`
  confidential|vertraulich|confidentiel|confidencia[il]|riservat|vertrouwelijk|konfidentiel|konfidensiel|luottamuksell
  poufn|důvěrn|dôvern|bizalmas|конфиденциал|конфіденційн|поверителн|gizli|εμπιστευτικ|חסוי|سري|机密|機密|保密|기밀`);
const mail = anyOf(`
  e-?mail|message|communication|nachricht|message original|courriel|mensaje|correo|messaggio|mensagem|bericht|meddelande|melding|meddelelse
  viesti|wiadomość|zpráv|správ|üzenet|mesaj|сообщени|письм|повідомлен|лист|съобщени|ileti|μήνυμα|הודעה|رسالة|البريد
  邮件|郵件|メール|메일`);
const reader = anyOf(`
  recipient|addressee|intended|empfänger|adressat|destinat|geadresseerde|ontvanger|mottagare|mottaker|modtager
  vastaanottaja|adresat|příjemc|príjemc|címzett|адресат|получател|одержувач|alıcı|παραλήπτ|נמען|المستلم|المرسل إليه
  收件人|受信者|수신자`);

/** Words that stand together in what companies say about the confidence of their mails. */
export const disclaimerWords: readonly RegExp[] = [secret, mail, reader].map((word) => new RegExp(word, 'i'));

/** What a mailing list says below a mail. */
export const listWords: RegExp =
  /unsubscribe|mailing list|abmelden|abbestellen|désabonner|désinscri|cancelar la suscripción|disiscri|cancelar a inscrição|uitschrijven|отписаться|відписатися|退订|配信停止|구독 취소/i;

/** Prefixes of the subjects of forwarded mails. */
export const forwardMark: RegExp =
  /^\s*(?:fwd?|wg|tr|rv|vb|vl|vs|enc|doorst|továbbítás|转发|轉寄|転送|הועבר)(?:\[\d+\])?\s*[:：]/i;
